import { readdirSync, readFileSync } from 'node:fs';
import { sources } from '@parlour/contracts/envelope';

// Files for tools that cannot loop (kustomize, compose, tsc, npm) hold one entry for each service.
// One entry is written by hand; the others are copies of it with another name.

const root = new URL('../../', import.meta.url);

const begin = '(?: but (?<without>[a-z]+(?: and [a-z]+)*))?, copied by `npm run services`:';

/** The comments that enclose a template and its copies. */
const block = new RegExp(
  `^(?<mark> *(?:#|//)) For each service${begin}\\n(?<template>[\\s\\S]*?)^\\k<mark> Copies:\\n(?<copies>[\\s\\S]*?)^\\k<mark> End of copies\\.$`,
  'gm',
);

const namesOf = (without = ''): readonly string[] => without.split(' and ');

const addresses = /(?<=\bSERVICE_ADDRESSES(?:: |=))\S+/g;

/** Where a service is named. Its name may also be a word, as of `files: [password=files/…]`. */
const nameIn = (text: string, service: string): number => text.search(new RegExp(`(?<!=)\\b${service}\\b(?!: \\[)`));

/** Whether a text names a service. */
export function isNamed(text: string, service: string): boolean {
  return nameIn(text, service) >= 0;
}

/** Existing copies keep their order, so that a new service only adds lines. */
function inOrderOf(text: string, services: readonly string[]): readonly string[] {
  const place = (service: string): number => {
    const index = nameIn(text, service);
    return index < 0 ? text.length : index;
  };
  return services.toSorted((one, other) => place(one) - place(other));
}

/**
 * A text with a copy of each template for each service, and with the address of each.
 * @throws Error if a template does not name exactly one service
 */
export function withCopies(text: string, services: readonly string[]): string {
  return text
    .replaceAll(block, (whole, ...groups) => {
      const { mark, without, template, copies } = groups.at(-1) as Record<string, string>; // the named groups
      const [model = '', ...more] = services.filter((service) => nameIn(template ?? '', service) >= 0);
      if (model === '' || more.length > 0) throw new Error(`The template must name one service:\n${template}`);
      const others = services.filter((service) => service !== model && !namesOf(without).includes(service));
      const entries = inOrderOf(copies ?? '', others).map((service) =>
        template?.replaceAll(new RegExp(`\\b${model}\\b`, 'g'), service),
      );
      const head = whole.slice(0, whole.indexOf('\n') + 1);
      return `${head}${template}${mark} Copies:\n${entries.join('')}${mark} End of copies.`;
    })
    .replaceAll(addresses, (list) =>
      inOrderOf(list, services)
        .map((service) => `${service}=${service}:4000`)
        .join(','),
    );
}

/** A package.json that depends on the package of each service. */
export function withDependencies(text: string, services: readonly string[]): string {
  const manifest = JSON.parse(text) as { version: string; dependencies: Record<string, string> };
  const own = services.map((service) => [`@parlour/${service}`, manifest.version]);
  const all = Object.entries({ ...manifest.dependencies, ...(Object.fromEntries(own) as Record<string, string>) });
  const dependencies = Object.fromEntries(all.toSorted(([one], [other]) => (one < other ? -1 : 1)));
  return `${JSON.stringify({ ...manifest, dependencies }, null, 2)}\n`;
}

/** The text outside of copies and addresses, in which nothing is repeated for each service. */
export function withoutCopies(text: string): string {
  return text.replaceAll(block, '').replaceAll(addresses, '');
}

/** The services that have an entry of their own outside of the copies. */
export function leftOut(text: string): readonly string[] {
  return [...text.matchAll(block)].flatMap(({ groups }) => namesOf(groups?.['without']));
}

/** A file with copies, as it is and as it should be. */
export interface CopiedFile {
  readonly path: string;
  readonly text: string;
  readonly wanted: string;
}

/** The assembly of all services in one process. */
const assembly = 'deploy/embedded/package.json';

/** Every file that has, or may have, an entry for each service. */
export function readCopiedFiles(services: readonly string[] = sources): readonly CopiedFile[] {
  const inDeploy = readdirSync(new URL('deploy/', root), { recursive: true, encoding: 'utf8' })
    .map((path) => `deploy/${path.replaceAll('\\', '/')}`)
    .filter(
      (path) =>
        /(?:\.ya?ml|\/tsconfig\.build\.json|\/Dockerfile)$/.test(path) && !/\/(?:node_modules|dist)\//.test(path),
    );
  return ['docker-compose.yml', ...inDeploy, assembly].map((path) => {
    const text = readFileSync(new URL(path, root), 'utf8');
    return { path, text, wanted: (path === assembly ? withDependencies : withCopies)(text, services) };
  });
}
