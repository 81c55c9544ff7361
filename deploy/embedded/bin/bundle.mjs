// Runs after the compiler: joins the programs and the packages that they use into one script. To
// find, read and compile their 2,500 files took longer than all else of a start.
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
    // What is not installed is optional: whoever asks for it handles that it is missing.
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
      // A module stays where it was: folders and packages are found from there.
      const address = relative(folder, id).split(sep).map(encodeURIComponent).join('/');
      return code.replaceAll('import.meta.url', `new URL(${JSON.stringify(address)}, import.meta.url).href`);
    },
  },
};

const bundle = await rolldown({
  input: { programs: entry },
  platform: 'node',
  plugins: [parlour],
  // Neither this nor `minify` below may leave code out: a call whose answer nobody uses may still
  // throw, as decodeURIComponent does.
  treeshake: false,
  logLevel: 'warn',
});
const { output } = await bundle.generate({
  format: 'esm',
  // One script: a site that runs needs none of its files any more, whatever is built meanwhile.
  codeSplitting: false,
  // Modules run in the order of their imports: decorators need reflect-metadata.
  strictExecutionOrder: true,
  minify: false,
  // Nest and TypeORM know classes by their names.
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

/** All of it or nothing: another process may read it meanwhile. */
function write(file, text) {
  writeFileSync(`${file}.new`, text);
  renameSync(`${file}.new`, file);
}
