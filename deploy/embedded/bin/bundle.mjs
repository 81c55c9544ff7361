// Runs after the compiler: joins our programs with their packages. Finding, reading and compiling
// their 2,500 files took longer than the rest of a start.
import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { rolldown } from 'rolldown';
import { keptApart, mappedTypes, withMetadataOfBundle } from './bundling.mjs';
import { tools } from './tools.mjs';

const root = join(import.meta.dirname, '..', '..', '..');
const embedded = join(root, 'deploy', 'embedded', 'dist');
const distributed = join(root, 'deploy', 'distributed', 'dist');

/**
 * The embedded process and its tools are one script: a running site needs none of the server's
 * files any more, whatever is built meanwhile.
 */
async function bundleEmbedded() {
  const folder = join(embedded, 'bundle');
  const names = ['main', ...tools];
  const entry = '\0programs';
  const lines = names.map((name) => {
    const file = join(embedded, 'programs', `${name}.js`);
    return `  ${JSON.stringify(name)}: () => import(${JSON.stringify(file)}),`;
  });
  const entries = {
    name: 'entries',
    resolveId: (name) => (name === entry ? name : null),
    load: (id) => (id === entry ? `export const programs = {\n${lines.join('\n')}\n};\n` : null),
  };
  const [script] = await bundled({ programs: entry }, folder, { codeSplitting: false }, [entries]);
  write(join(folder, 'programs.js'), script.code);
  for (const name of names) {
    const call = `import { programs } from './bundle/programs.js';\n\nawait programs[${JSON.stringify(name)}]();\n`;
    write(join(embedded, `${name}.js`), call);
  }
}

/**
 * Programs that run beside each other load only what each needs: all of it would take 28 MB more of
 * each one's memory.
 */
async function bundleDistributed() {
  const folder = join(distributed, 'bundle');
  const services = readdirSync(join(root, 'services'));
  const input = Object.fromEntries([
    ...['main', 'migrate', 'secrets', 'topics'].map((name) => [name, join(distributed, 'programs', `${name}.js`)]),
    ...services.map((name) => [name, join(root, 'services', name, 'dist', 'main.js')]),
    ['gateway', join(root, 'gateway', 'dist', 'main.js')],
  ]);
  const output = await bundled(input, folder, { chunkFileNames: '[name]-[hash].js' });
  // What calls a script is written after it.
  const scripts = output.toSorted((one, other) => Number(one.isEntry) - Number(other.isEntry));
  for (const { fileName, code } of scripts) write(join(folder, fileName), code);
  for (const name of Object.keys(input)) write(join(distributed, `${name}.js`), `import './bundle/${name}.js';\n`);
  const current = new Set(scripts.map(({ fileName }) => fileName));
  for (const file of readdirSync(folder)) if (!current.has(file)) rmSync(join(folder, file));
}

/** The scripts of a bundle, to be written to the folder. */
async function bundled(input, folder, output, plugins = []) {
  const bundle = await rolldown({
    input,
    platform: 'node',
    plugins: [...plugins, packagesFor(folder)],
    // Neither this nor `minify` below may drop code: a call whose result is unused may still throw,
    // as decodeURIComponent does.
    treeshake: false,
    logLevel: 'warn',
  });
  const generated = await bundle.generate({
    format: 'esm',
    // Modules run in import order: decorators need reflect-metadata.
    strictExecutionOrder: true,
    minify: false,
    // Nest and TypeORM use class names.
    keepNames: true,
    comments: { legal: true, annotation: false, jsdoc: false },
    ...output,
  });
  await bundle.close();
  mkdirSync(folder, { recursive: true });
  return generated.output;
}

const packagesFor = (folder) => ({
  name: 'packages',
  async resolveId(name, importer, options) {
    if (/^[./\\]/.test(name)) return null;
    if (keptApart.test(name)) return { id: name, external: true };
    // Missing packages are optional: their importers handle that.
    return (await this.resolve(name, importer, { ...options, skipSelf: true })) ?? { id: name, external: true };
  },
  transform: {
    filter: { code: 'import.meta.url' },
    handler(code, id) {
      if (mappedTypes.test(id)) return withMetadataOfBundle(code);
      // Modules keep their location, because folders and packages are found relative to it.
      const address = relative(folder, id).split(sep).map(encodeURIComponent).join('/');
      return code.replaceAll('import.meta.url', `new URL(${JSON.stringify(address)}, import.meta.url).href`);
    },
  },
});

/** Written atomically: another process may read it meanwhile. */
function write(file, text) {
  writeFileSync(`${file}.new`, text);
  renameSync(`${file}.new`, file);
}

await bundleEmbedded();
await bundleDistributed();
