import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { stringify } from 'yaml';
import { program, run } from './tools.ts';

const observability = fileURLToPath(new URL('../../deploy/observability', import.meta.url));

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'parlour-rules-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Throws with the faults that Prometheus finds in a file of rules. */
const checkRules = (file: string): string => run(program('promtool'), ['check', 'rules', file]);

/** The same for expressions, which it checks as rules only. */
function checkExpressions(expressions: readonly string[]): string {
  const file = join(folder, 'rules.yaml');
  const rules = expressions.map((expr, index) => ({ record: `panel:${index}`, expr }));
  writeFileSync(file, stringify({ groups: [{ name: 'panels', rules }] }));
  return checkRules(file);
}

test('Prometheus accepts the configuration, the rules, and every panel of the dashboard', () => {
  expect(run(program('promtool'), ['check', 'config', join(observability, 'prometheus.yml')])).toContain('SUCCESS');
  expect(checkRules(join(observability, 'alerts.yaml'))).toContain('SUCCESS');
  const dashboard = JSON.parse(readFileSync(join(observability, 'dashboard.json'), 'utf8')) as {
    panels: { targets: { expr: string }[] }[];
  };
  // Grafana inserts a duration there.
  const expressions = dashboard.panels.flatMap(({ targets }) =>
    targets.map(({ expr }) => expr.replaceAll('$__rate_interval', '5m')),
  );
  expect(expressions.length).toBeGreaterThan(10);
  expect(checkExpressions(expressions)).toContain(`SUCCESS: ${expressions.length} rules found`);
});

test('the alerts fire when they should, and not before', () => {
  const cases = join(import.meta.dirname, 'alerts.test.yaml');
  expect(run(program('promtool'), ['test', 'rules', cases])).toContain('SUCCESS');
});

test('an invalid expression is found', () => {
  expect(() => checkExpressions(['rate(parlour_commands_total[5m)'])).toThrow('unexpected');
  expect(() => checkRules(join(observability, 'prometheus.yml'))).toThrow('not found');
});
