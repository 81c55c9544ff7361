// The packages of the page in one file for its tests. To load React, Mantine and the others file by file, a thousand of them anew
// for each test file, takes longer than most tests. So esbuild joins them once per state of package-lock.json, and a test file
// evaluates of them what it imports.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = join(root, 'node_modules', '.cache', 'parlour-web-packages');
const icons = '@tabler/icons-react';

/** The script that leaves all packages in a global variable, each behind a function that evaluates it once. */
export const packagesFile = join(folder, 'packages.js');

const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, 'web', 'package.json'), 'utf8'));
const names = Object.keys(dependencies)
  .concat(Object.keys(devDependencies).filter((name) => name.startsWith('@testing-library/')))
  .filter((name) => !name.startsWith('@parlour/'));
const oneOfThem = `((?:${names.join('|')})(?:/[^']+)?)`;

/** For jest's moduleNameMapper: an import of a package, and the file that it leads to. */
export const packagePattern = `^${oneOfThem}$`;
export const packagePath = `${folder}/modules/$1.cjs`;

const packageImport = new RegExp(`from '${oneOfThem}'`, 'g');
const iconImport = new RegExp(`import {([^}]*)} from '${icons}'`, 'g');

/** The packages that the page and its tests import, and the icons: there are 6,000 of those. */
function whatIsImported() {
  const sources = readdirSync(join(root, 'web', 'src'), { recursive: true })
    .filter((name) => /(?<!\.d)\.tsx?$/.test(name))
    .map((name) => readFileSync(join(root, 'web', 'src', name), 'utf8'))
    .concat(readFileSync(new URL('web-setup.mjs', import.meta.url), 'utf8'));
  const matches = (pattern) => sources.flatMap((source) => [...source.matchAll(pattern)].map(([, found]) => found));
  return {
    // What JSX is compiled to.
    packages: [...new Set([...matches(packageImport), 'react/jsx-runtime'])].sort(),
    iconNames: [
      ...new Set(
        matches(iconImport)
          .join()
          .match(/Icon\w+/g),
      ),
    ].sort(),
  };
}

/** Joins the packages, unless that is done already. Jest runs this once before the page's tests. */
export default async function joinPackages() {
  const imported = whatIsImported();
  const { packages, iconNames } = imported;
  const state = [readFileSync(fileURLToPath(import.meta.url)), readFileSync(join(root, 'package-lock.json'))];
  const key = state.concat(JSON.stringify(imported)).reduce((hash, part) => hash.update(part), createHash('sha256'));
  const firstLine = `// ${key.digest('hex')}\n`;
  if (isThere(firstLine)) return;
  for (const name of packages) {
    const path = join(folder, 'modules', `${name}.cjs`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, `module.exports = webPackages[${JSON.stringify(name)}]();\n`);
  }
  const { build } = await import('esbuild');
  const functions = packages.map((name) => `${JSON.stringify(name)}: () => require(${JSON.stringify(name)})`);
  const { outputFiles } = await build({
    stdin: { contents: `module.exports = { ${functions.join(',\n')} };`, resolveDir: join(root, 'web') },
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'webPackages',
    // As in jsdom-environment: what a browser gets.
    conditions: ['browser'],
    define: { 'process.env.NODE_ENV': '"test"' },
    target: 'es2023',
    logLevel: 'error',
    plugins: [{ name: 'imported', setup: resolveAsImported(iconNames) }],
  });
  // Renamed into its place whole: another run may read it.
  const written = join(folder, `${process.pid}.js`);
  writeFileSync(written, firstLine + outputFiles[0].text);
  renameSync(written, packagesFile);
}

function isThere(firstLine) {
  try {
    return readFileSync(packagesFile, 'utf8').startsWith(firstLine);
  } catch {
    return false;
  }
}

/**
 * `require` makes a package wait until it is asked for, but leads to its CommonJS form where it has two: then what imports it within
 * another package would get a second one. So what the entry requires is resolved as if it were imported.
 */
const resolveAsImported = (iconNames) => (build) => {
  build.onResolve({ filter: /./ }, ({ path, kind, resolveDir }) => {
    if (kind !== 'require-call' || resolveDir !== join(root, 'web')) return undefined;
    if (path === icons) return { path, namespace: 'icons' };
    return build.resolve(path, { kind: 'import-statement', resolveDir });
  });
  build.onLoad({ filter: /./, namespace: 'icons' }, () => ({
    resolveDir: join(root, 'web'),
    contents: iconNames
      .map((name) => `export { default as ${name} } from '${icons}/dist/esm/icons/${name}.mjs';`)
      .join(''),
  }));
};
