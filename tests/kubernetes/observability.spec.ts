import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { cache, run } from './tools.ts';

// Prometheus' own parser; its promtool needs modules that the Go proxy does not have.

const observability = fileURLToPath(new URL('../../deploy/observability', import.meta.url));

/** The faults that Prometheus finds in rule files and expressions. */
function faultsIn(files: readonly string[], expressions: readonly string[]): string {
  const folder = join(cache, 'rules');
  const program = join(folder, 'rules');
  if (!existsSync(program)) {
    cpSync(join(import.meta.dirname, 'rules'), folder, { recursive: true });
    run('go', ['build', '-o', program, '.'], { cwd: folder });
  }
  try {
    return run(program, files, { input: expressions.join('\n') });
  } catch (failure) {
    return String(failure);
  }
}

test('Prometheus accepts the rules, and every panel of the dashboard', () => {
  const dashboard = JSON.parse(readFileSync(join(observability, 'dashboard.json'), 'utf8')) as {
    panels: { targets: { expr: string }[] }[];
  };
  // Grafana inserts a duration there.
  const expressions = dashboard.panels.flatMap(({ targets }) =>
    targets.map(({ expr }) => expr.replaceAll('$__rate_interval', '5m')),
  );
  expect(expressions.length).toBeGreaterThan(10);
  expect(faultsIn([join(observability, 'alerts.yaml')], expressions)).toBe('');
});

test('an invalid expression is found', () => {
  expect(faultsIn([], ['rate(parlour_commands_total[5m)'])).toContain('unexpected');
  expect(faultsIn([join(observability, 'prometheus.yml')], [])).not.toBe('');
});
