import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { secretShares } from '@parlour/distributed/secret-shares';
import { parse } from 'yaml';

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (path: string): unknown => parse(readFileSync(`${root}${path}`, 'utf8'), { merge: true }) as unknown;

/** The parts of a container in docker-compose.yml that are checked here. */
interface Container {
  readonly volumes?: readonly string[];
  readonly environment?: Readonly<Record<string, unknown>>;
}

describe('docker-compose.yml', () => {
  const { services, volumes } = read('docker-compose.yml') as {
    services: Record<string, Container>;
    volumes: Record<string, unknown>;
  };
  const folder = '/run/parlour';
  const { secrets, ...others } = services;
  const shareOf = ({ volumes: mounted = [] }: Container): string | undefined =>
    mounted.find((volume) => volume.split(':')[1] === folder)?.split(':')[0];

  it('only the job that makes the secrets sees all of them', () => {
    const mounted = Object.values(others).flatMap(({ volumes: own = [] }) => own);
    expect(mounted.filter((volume) => volume.startsWith('secrets:'))).toEqual([]);
    for (const volume of mounted.filter((each) => each.startsWith('secrets'))) expect(volume).toMatch(/:ro$/);
  });

  it.each(Object.entries(others))('%s gets the secrets it needs, in its own volume', (name, container) => {
    const wanted = Object.values(container.environment ?? {})
      .map(String)
      .filter((value) => value.startsWith(`${folder}/`))
      .map((value) => value.slice(folder.length + 1));
    const isOfAll = container.environment?.['DATABASE_PASSWORDS_DIR'] === folder;
    const reader = isOfAll ? 'databases' : name;
    if (wanted.length === 0 && !isOfAll) expect(shareOf(container)).toBeUndefined();
    else expect(shareOf(container)).toBe(`secrets-${reader}`);
    const given = secretShares[reader] ?? [];
    if (isOfAll) expect(given).toEqual(expect.arrayContaining(wanted));
    else expect([...wanted].sort()).toEqual(shareOf(container) ? [...given].sort() : []);
  });

  it('the shares are where the volumes are mounted, in an image with these folders', () => {
    const readers = Object.keys(secretShares);
    const expected = readers.map((reader) => `secrets-${reader}:/run/shares/${reader}`);
    expect([...(secrets?.volumes ?? [])].sort()).toEqual([`secrets:${folder}`, ...expected].sort());
    for (const reader of readers) expect(volumes).toHaveProperty([`secrets-${reader}`]);
    const [, made = ''] =
      /cd \/run\/shares && install -d -o node -g node -m 0750 (.*)/.exec(
        readFileSync(`${root}deploy/docker/Dockerfile`, 'utf8'),
      ) ?? [];
    expect(made.split(' ').sort()).toEqual([...readers].sort());
  });
});

describe('overlays for Kubernetes', () => {
  it.each(readdirSync(`${root}deploy/kubernetes/overlays`))('%s trusts no proxy by default', (overlay) => {
    const { configMapGenerator } = read(`deploy/kubernetes/overlays/${overlay}/kustomization.yaml`) as {
      configMapGenerator: readonly { readonly literals: readonly string[] }[];
    };
    const literals = configMapGenerator.flatMap((each) => each.literals);
    expect(literals.filter((literal) => literal.startsWith('TRUSTED_PROXIES='))).toEqual(['TRUSTED_PROXIES=']);
  });
});
