import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import stylelint from 'stylelint';

const configFile = fileURLToPath(new URL('../../stylelint.config.mjs', import.meta.url));

/** The rules that a style sheet breaks, each once per place. */
async function broken(code: string): Promise<readonly string[]> {
  const { results } = await stylelint.lint({ code, codeFilename: 'web/src/thing.module.css', configFile });
  return results.flatMap(({ warnings }) => warnings.map(({ rule }) => rule));
}

test('scales and colours are used by their names', async () => {
  const code = `.a { font-size: var(--text-3); color: var(--ink); padding: var(--space-1) 0; border-radius: 50%; z-index: 0 }
    @media (max-width: 640px) { .b { margin: calc(-1 * var(--space-4)); font-weight: 600; width: 12px } }`;
  expect(await broken(code)).toEqual([]);
});

test.each([
  ['.a { font-size: 13px }', ['declaration-property-value-allowed-list']],
  ['.a { color: red }', ['declaration-property-value-allowed-list']],
  ['.a { background: #fff }', ['color-no-hex']],
  ['.a { border: 1px solid rgb(0 0 0 / 10%) }', ['function-disallowed-list']],
  ['.a { border-radius: 4px }', ['declaration-property-value-allowed-list']],
  ['.a { box-shadow: 0 0 1px }', ['declaration-property-value-allowed-list']],
  ['.a { z-index: 3 }', ['declaration-property-value-allowed-list']],
  ['.a { margin: 0 4px }', ['declaration-property-unit-disallowed-list']],
  ['.a { margin-left: auto }', ['property-disallowed-list']],
  ['.a { margin: 0 var(--space-1) calc(1em + (2 * 3em)) auto }', ['declaration-property-value-disallowed-list']],
  ['.a { gap: 1rem }', ['declaration-property-unit-disallowed-list']],
  ['.a { font-weight: 650 }', ['declaration-property-value-allowed-list']],
  ['@media (max-width: 500px) { .a { margin: 0 } }', ['media-feature-name-value-allowed-list']],
  ['.mantine-Input-input { margin: 0 }', ['selector-disallowed-list']],
])('%s breaks %s', async (code, rules) => {
  expect(await broken(code)).toEqual(rules);
});

/** The classes of a style sheet, without those of others, which are global. */
function classesOf(css: string): readonly string[] {
  const own = css.replaceAll(/\/\*[^*]*\*\/|:global\((?:[^()]|\([^()]*\))*\)/g, '');
  const selectors = own.match(/[^{};]+(?=\{)/g) ?? [];
  return selectors.flatMap((selector) => selector.match(/(?<=\.)[a-z][\w-]*/gi) ?? []);
}

const web = fileURLToPath(new URL('../../web/', import.meta.url));
const files = ['src', 'gallery'].flatMap((folder) =>
  readdirSync(join(web, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
);

test('each class of the shared sheets is used, and each global one that is composed or named is there', () => {
  const there = ['shared', 'shared-late', 'base', 'parts/feedback/toasts']
    .flatMap((name) => classesOf(readFileSync(join(web, `src/design/${name}.css`), 'utf8')))
    .filter((name) => !name.startsWith('Toastify'));
  const used = files.flatMap((file) => {
    if (!/\.(?:tsx|module\.css)$/.test(file) || /\.spec\./.test(file)) return [];
    const named = readFileSync(join(web, file), 'utf8').matchAll(
      /composes: ([\w -]+) from global|className="([\w -]+)"/g,
    );
    return [...named].flatMap(([, composed = '', name = '']) => (composed + name).split(' '));
  });
  expect(used.length).toBeGreaterThan(100);
  expect([...new Set(used)].toSorted()).toEqual([...new Set(there)].toSorted());
});

test('each class of a style sheet is used, and each that is used is there', () => {
  const there = files
    .filter((file) => file.endsWith('.module.css'))
    .flatMap((file) => classesOf(readFileSync(join(web, file), 'utf8')).map((name) => `${file}: ${name}`));
  const used = files
    .filter((file) => /\.tsx?$/.test(file))
    .flatMap((file) => {
      const code = readFileSync(join(web, file), 'utf8');
      const sheets = [...code.matchAll(/import (\w+) from '([^']+\.module\.css)'/g)];
      return sheets.flatMap(([, sheet = '', path = '']) =>
        [...code.matchAll(new RegExp(`(?<![\\w./-])${sheet}\\.(\\w+)`, 'g'))].map(
          ([, name = '']) => `${join(dirname(file), path)}: ${name}`,
        ),
      );
    });
  expect(used.length).toBeGreaterThan(900);
  const unused = there.filter((name) => !used.includes(name));
  const missing = used.filter((name) => !there.includes(name));
  expect({ unused, missing }).toEqual({ unused: [], missing: [] });
});
