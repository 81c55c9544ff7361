import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { metricNames, watchProcess } from '@parlour/kernel/metrics/metrics';
import { parse } from 'yaml';

const root = join(import.meta.dirname, '..', '..');
const read = (...path: string[]): string => readFileSync(join(root, ...path), 'utf8');

const { groups } = parse(read('deploy', 'observability', 'alerts.yaml')) as {
  groups: { rules: { alert: string; expr: string; annotations: { runbook: string } }[] }[];
};
const rules = groups.flatMap((group) => group.rules);
const dashboard = JSON.parse(read('deploy', 'observability', 'dashboard.json')) as {
  panels: { id: number; title: string; targets: { expr: string }[] }[];
};

beforeAll(() => watchProcess());

/** Metrics in an expression that no process has. */
function unknownIn(expression: string): string[] {
  const known = new Set(metricNames().flatMap((name) => [name, `${name}_count`, `${name}_sum`, `${name}_bucket`]));
  const asked = expression.match(/\b(?:parlour|nodejs|process)_\w+/g) ?? [];
  return asked.filter((name) => !known.has(name));
}

describe('the metrics in use exist:', () => {
  it.each(rules.map(({ alert, expr }) => [alert, expr]))('by the alert %s', (_, expression) => {
    expect(unknownIn(expression)).toEqual([]);
  });

  it.each(dashboard.panels)('by the panel $title', ({ targets }) => {
    expect(targets.flatMap(({ expr }) => unknownIn(expr))).toEqual([]);
  });

  it('an unknown one is found', () => {
    expect(unknownIn('rate(parlour_request_total[5m]) + parlour_sockets')).toEqual(['parlour_request_total']);
  });
});

it('all our metrics are shown', () => {
  const shown = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)).join();
  expect(metricNames().filter((name) => name.startsWith('parlour_') && !shown.includes(name))).toEqual([]);
});

it('every alert has its lines in the operator’s handbook', () => {
  const headings = new Set([...read('docs/operations.md').matchAll(/^#+ (.+)$/gm)].map(([, text = '']) => text));
  for (const { alert, annotations } of rules) {
    expect([alert, headings.has(alert)]).toEqual([alert, true]);
    expect(annotations.runbook).toBe(`docs/operations.md#${alert.toLowerCase()}`);
  }
});

it('panel ids are unique', () => {
  expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length);
});
