import { expect, it } from '@jest/globals';
import { sources } from '@parlour/contracts/envelope';
import { readSources } from './references.ts';

const isKernel = (file: string): boolean =>
  /^libs\/kernel\/src\/.*\.ts$/.test(file) && !/\.spec\.ts$|\/testing\//.test(file);

const service = `(?:${sources.join('|')})`;
/** A service's name as a text, a call of it, or what contracts say of it. */
const named = new RegExp(`(['"\`])${service}(?:\\1|\\.\\w)|@parlour/contracts/${service}\\b`);

/** Of TLS, not of people. */
const pskIdentity = `derived(key, 'identity')`;

/** Lines that name a service, as `file:line`. */
function namings(file: string, text: string): string[] {
  if (!isKernel(file)) return [];
  return text
    .split('\n')
    .flatMap((line, index) => (named.test(line.replace(pskIdentity, '')) ? [`${file}:${index + 1}`] : []));
}

it('the kernel names no service: what it must know of one comes from contracts or its definition', () => {
  const kernel = readSources().filter(({ file }) => isKernel(file));
  expect(kernel.length).toBeGreaterThan(70);
  expect(kernel.flatMap(({ file, text }) => namings(file, text))).toEqual([]);
});

const kernelFile = 'libs/kernel/src/view/view.ts';
it.each([
  [kernelFile, `source: 'identity',`, 1],
  [kernelFile, `call('qa.feed', {})`, 1],
  [kernelFile, `import type { GamesEvent } from '@parlour/contracts/games/games';`, 1],
  [kernelFile, 'const { identity } = tls;', 0],
  [kernelFile, pskIdentity, 0],
  ['libs/kernel/src/view/view.spec.ts', `source: 'identity',`, 0],
  ['libs/people/src/people-view.ts', `source: 'identity',`, 0],
])('%s: %s', (file, text, count) => {
  expect(namings(file, text)).toHaveLength(count);
});
