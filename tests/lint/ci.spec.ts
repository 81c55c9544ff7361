import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it, test } from '@jest/globals';
import { parse } from 'yaml';
import { testedNodes } from '../nodes.mjs';

const root = new URL('../../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');

interface Workflow {
  readonly on: Readonly<Record<string, unknown>>;
  readonly permissions: unknown;
  readonly jobs: Readonly<Record<string, Job>>;
}

interface Job {
  readonly permissions?: unknown;
  readonly steps: readonly { readonly uses?: string; readonly run?: string; readonly with?: unknown }[];
}

describe.each(readdirSync(new URL('.github/workflows/', root)))('the workflow %s', (file) => {
  const { on, permissions, jobs } = parse(read(`.github/workflows/${file}`)) as Workflow;
  const steps = Object.values(jobs).flatMap((job) => job.steps);

  it('may only read, whatever a pull request runs in it', () => {
    expect(permissions).toEqual({ contents: 'read' });
    expect(Object.values(jobs).filter((job) => job.permissions !== undefined)).toEqual([]);
    expect(on).not.toHaveProperty('pull_request_target');
  });

  it('pins each action by its commit, with its version beside it', () => {
    const uses = read(`.github/workflows/${file}`).match(/\buses: .*/g) ?? [];
    expect(uses).toHaveLength(steps.filter((step) => step.uses !== undefined).length);
    for (const line of uses) expect(line).toMatch(/^uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });
});

test('CI runs `.ci/run` on main and on pull requests, on the newest tested Node', () => {
  const { on, jobs } = parse(read('.github/workflows/ci.yml')) as Workflow;
  expect(on).toEqual({ push: { branches: ['main'] }, pull_request: null });
  const steps = Object.values(jobs).flatMap((job) => job.steps);
  expect(steps.filter(({ run }) => run !== undefined)).toEqual([{ run: 'sudo env "PATH=$PATH" .ci/run' }]);
  expect(steps).toContainEqual(expect.objectContaining({ with: { 'node-version-file': '.nvmrc' } }));
  expect(read('.nvmrc')).toBe(`${testedNodes[0]}\n`);
});

test.each(readdirSync(new URL('.github/ISSUE_TEMPLATE/', root)).filter((file) => file !== 'config.yml'))(
  'the issue form %s has what GitHub asks for: a name, a description, and labelled fields with ids',
  (file) => {
    const { name, description, body } = parse(read(`.github/ISSUE_TEMPLATE/${file}`)) as {
      name: string;
      description: string;
      body: readonly {
        type: string;
        id?: string;
        attributes: { label?: string; value?: string; options?: string[] };
      }[];
    };
    expect([typeof name, typeof description]).toEqual(['string', 'string']);
    const fields = body.filter(({ type }) => type !== 'markdown');
    for (const { type, attributes } of fields) {
      expect(['input', 'textarea', 'dropdown', 'checkboxes']).toContain(type);
      expect(attributes.label).toEqual(expect.any(String));
      if (type === 'dropdown') expect(new Set(attributes.options).size).toBe(attributes.options?.length);
    }
    expect(new Set(fields.map(({ id }) => id)).size).toBe(fields.length);
  },
);
