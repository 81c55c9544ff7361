// Runs after the compiler: joins the programs and their packages into one script. Finding, reading
// and compiling their 2,500 files took longer than the rest of a start.
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { rolldown } from 'rolldown';
import { keptApart, mappedTypes, withMetadataOfBundle } from './bundling.mjs';
import { tools } from './tools.mjs';

const dist = join(import.meta.dirname, '..', 'dist');
const folder = join(dist, 'bundle');
const programs = ['main', ...tools];
const entry = '\0programs';

const parlour = {
  name: 'parlour',
  async resolveId(name, importer, options) {
    if (name === entry) return name;
    if (/^[./\\]/.test(name)) return null;
    if (keptApart.test(name)) return { id: name, external: true };
    // Missing packages are optional: their importers handle that.
    return (await this.resolve(name, importer, { ...options, skipSelf: true })) ?? { id: name, external: true };
  },
  load(id) {
    if (id !== entry) return null;
    const lines = programs.map((name) => {
      const file = join(dist, 'programs', `${name}.js`);
      return `  ${JSON.stringify(name)}: () => import(${JSON.stringify(file)}),`;
    });
    return `export const programs = {\n${lines.join('\n')}\n};\n`;
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
};

const bundle = await rolldown({
  input: { programs: entry },
  platform: 'node',
  plugins: [parlour],
  // Neither this nor `minify` below may drop code: a call whose result is unused may still throw,
  // as decodeURIComponent does.
  treeshake: false,
  logLevel: 'warn',
});
const { output } = await bundle.generate({
  format: 'esm',
  // One script: a running site needs none of its files any more, whatever is built meanwhile.
  codeSplitting: false,
  // Modules run in import order: decorators need reflect-metadata.
  strictExecutionOrder: true,
  minify: false,
  // Nest and TypeORM use class names.
  keepNames: true,
  comments: { legal: true, annotation: false, jsdoc: false },
});
await bundle.close();

mkdirSync(folder, { recursive: true });
write(join(folder, 'programs.js'), output[0].code);
for (const name of programs) {
  const call = `import { programs } from './bundle/programs.js';\n\nawait programs[${JSON.stringify(name)}]();\n`;
  write(join(dist, `${name}.js`), call);
}

/** Written atomically: another process may read it meanwhile. */
function write(file, text) {
  writeFileSync(`${file}.new`, text);
  renameSync(`${file}.new`, file);
}
