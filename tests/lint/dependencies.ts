import { readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import ts from 'typescript';
import { readSources, type SourceFile as CodeFile } from './references.ts';

const root = new URL('../../', import.meta.url);

/** The parts of a package.json that are checked here. */
export interface Manifest {
  readonly name: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** Code that only tests and tools run, which may use `devDependencies`. */
const ofTests = /\.spec\.tsx?$|\/testing\/|^tests\/|^[^/]+$|^[\w/]+\/[\w.-]+\.config\.ts$|\.mjs$/;

/** The package that an import leads to; undefined for files and for modules of Node. */
export function packageOf(specifier: string): string | undefined {
  if (/^[./]|^node:/.test(specifier) || builtinModules.includes(specifier)) return undefined;
  return /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0];
}

/** The packages that a file imports, also by `require`, `resolve`, and only as types. */
export function importsOf({ text }: CodeFile): ReadonlySet<string> {
  const imported = ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => fileName);
  const resolved = [...text.matchAll(/\b(?:resolve|require)\w*\('([^'.][^']*)'\)/g)].map(([, name = '']) => name);
  return new Set([...imported, ...resolved].flatMap((specifier) => packageOf(specifier) ?? []));
}

/** The folder of the nearest package.json, with a slash at its end; the root's is empty. */
export function projectOf(file: string, projects: readonly string[]): string {
  return projects.filter((project) => file.startsWith(project)).reduce((a, b) => (a.length > b.length ? a : b), '');
}

/** Imports of packages that the project of a file doesn't declare. */
export function undeclaredIn(code: CodeFile, project: Manifest, ofRoot: Manifest): readonly string[] {
  const declared = new Set([
    project.name,
    ...Object.keys({ ...project.dependencies, ...project.optionalDependencies }),
    ...(ofTests.test(code.file) ? Object.keys({ ...project.devDependencies, ...ofRoot.devDependencies }) : []),
  ]);
  return [...importsOf(code)].filter((name) => !declared.has(name)).map((name) => `${code.file}: ${name}`);
}

/** Declared packages that no file of the project imports, and no imported package needs. */
export function unusedIn(code: readonly CodeFile[], project: Manifest, peersOf: PeersOf): readonly string[] {
  const declared = Object.keys({ ...project.dependencies, ...project.devDependencies });
  const imported = code.flatMap((file) => [...importsOf(file)]);
  const used = new Set([...imported, ...imported.map(typesOf), ...declared.flatMap(peersOf)]);
  return declared.filter((name) => !used.has(name));
}

/** The packages that a package needs beside it. */
export type PeersOf = (name: string) => readonly string[];

/** The package with the types of another. */
function typesOf(name: string): string {
  return `@types/${name.replace(/^@(.*)\//, '$1__')}`;
}

/** The repository's projects and code. */
export interface Repository {
  /** By folder, with a slash at its end; the root's is empty. */
  readonly projects: ReadonlyMap<string, Manifest>;
  readonly code: readonly CodeFile[];
  readonly peersOf: PeersOf;
}

/** A package in package-lock.json. */
interface LockedPackage {
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

export function readRepository(): Repository {
  const json = (path: string): unknown => JSON.parse(readFileSync(new URL(path, root), 'utf8'));
  const { packages } = json('package-lock.json') as { readonly packages: Record<string, LockedPackage> }; // npm's format
  const folders = Object.keys(packages).filter((path) => !path.includes('node_modules/'));
  const inFolders = folders.map((folder) => (folder === '' ? '' : `${folder}/`));
  return {
    projects: new Map(inFolders.map((folder) => [folder, json(`${folder}package.json`) as Manifest])), // npm's format
    code: readSources().filter(({ file }) => /\.(?:tsx?|mjs)$/.test(file)),
    peersOf: (name) => {
      const places = inFolders.map((folder) => packages[`${folder}node_modules/${name}`]);
      const { peerDependencies = {}, peerDependenciesMeta = {} } = places.find((place) => place !== undefined) ?? {};
      return Object.keys(peerDependencies).filter((peer) => peerDependenciesMeta[peer]?.optional !== true);
    },
  };
}
