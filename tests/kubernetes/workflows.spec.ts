import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { run } from './tools.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const actionlint = 'github.com/rhysd/actionlint/cmd/actionlint@v1.7.12';

// Not of Kubernetes, but this tier has Go.
test('actionlint finds nothing in the workflows of GitHub', () => {
  expect(run('go', ['run', actionlint, '-no-color'], { cwd: root })).toBe('');
});

test('actionlint finds an unknown runner and an unknown variable', () => {
  const wrong = 'on: push\njobs: { a: { runs-on: ubuntu-none, steps: [{ run: "echo ${{ githb.ref }}" }] } }\n';
  const check = (): string => run('go', ['run', actionlint, '-no-color', '-'], { input: wrong });
  expect(check).toThrow('label "ubuntu-none" is unknown');
  expect(check).toThrow('undefined variable "githb"');
});
