// The packages of the page in one file, for its tests. Loading React, Mantine and the others file
// by file, a thousand for each test file, takes longer than most tests. So esbuild joins them once
// per package-lock.json, and a test file evaluates what it imports.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const web = join(root, 'web');
const folder = join(root, 'node_modules', '.cache', 'parlour-web-packages');

const contracts = join(root, 'libs', 'contracts');
const packageOf = (of) => JSON.parse(readFileSync(join(of, 'package.json'), 'utf8'));
const { dependencies, devDependencies } = packageOf(web);
const names = Object.keys(dependencies)
  .concat(Object.keys(devDependencies).filter((name) => name.startsWith('@testing-library/')))
  // What reads Markdown, for page and server.
  .concat(Object.keys(packageOf(contracts).dependencies).filter((name) => /^(?:mdast|micromark)-/.test(name)))
  .filter((name) => !name.startsWith('@parlour/'));
const oneOfThem = `((?:${names.join('|')})(?:/[^']+)?)`;

/** For Jest's moduleNameMapper: the import of a package, and its file. */
export const packagePattern = `^${oneOfThem}$`;
export const packagePath = `${folder}/modules/$1.cjs`;

/** A script that sets `webPackages`: by name, a function that evaluates a package once. */
export const packagesFile = join(folder, 'packages.js');

/** Joins the packages if needed. Jest runs this before the page's tests. */
export default async function joinPackages() {
  const imported = whatIsImported();
  const firstLine = `// ${keyOf(imported)}\n`;
  if (isThere(firstLine)) return;
  for (const name of imported) {
    place(join(folder, 'modules', `${name}.cjs`), `module.exports = webPackages[${JSON.stringify(name)}]();\n`);
  }
  const { build } = await import('esbuild');
  const functions = imported.map((name) => `${JSON.stringify(name)}: () => require(${JSON.stringify(name)})`);
  const { outputFiles } = await build({
    stdin: { contents: `module.exports = { ${functions.join(',\n')} };`, resolveDir: web },
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'webPackages',
    conditions: ['browser'],
    define: { 'process.env.NODE_ENV': '"test"' },
    target: 'es2023',
    logLevel: 'error',
    plugins: [{ name: 'imported', setup: resolveAsImported }],
  });
  place(packagesFile, firstLine + outputFiles[0].text);
}

/** The packages that the page and its tests import. */
function whatIsImported() {
  const sources = [web, contracts]
    .flatMap((of) => readdirSync(join(of, 'src'), { recursive: true }).map((name) => join(of, 'src', name)))
    .filter((path) => /(?<!\.d)\.tsx?$/.test(path))
    .map((path) => readFileSync(path, 'utf8'))
    .concat(readFileSync(new URL('web-setup.mjs', import.meta.url), 'utf8'));
  const pattern = new RegExp(`(?:from |import\\()'${oneOfThem}'`, 'g');
  const found = sources.flatMap((source) => [...source.matchAll(pattern)].map(([, name]) => name));
  // The last one is the target of compiled JSX.
  return [...new Set([...found, 'react/jsx-runtime'])].sort();
}

function keyOf(imported) {
  const hash = createHash('sha256').update(JSON.stringify(imported));
  for (const file of [fileURLToPath(import.meta.url), join(root, 'package-lock.json')]) hash.update(readFileSync(file));
  return hash.digest('hex');
}

function isThere(firstLine) {
  try {
    return readFileSync(packagesFile, 'utf8').startsWith(firstLine);
  } catch {
    return false;
  }
}

/** Writes a file atomically: another run may be reading it. */
function place(path, text) {
  mkdirSync(dirname(path), { recursive: true });
  const written = `${path}.${process.pid}`;
  writeFileSync(written, text);
  renameSync(written, path);
}

/**
 * `require` evaluates a package lazily. But if a package has two forms, `require` leads to the
 * CommonJS one, and an import from another package would get a second copy. So the entry's requires
 * are resolved as imports.
 */
function resolveAsImported(build) {
  build.onResolve({ filter: /./ }, ({ path, kind, resolveDir }) => {
    if (kind !== 'require-call' || resolveDir !== web) return undefined;
    return build.resolve(path, { kind: 'import-statement', resolveDir });
  });
}
