import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, test } from '@jest/globals';
import { sources } from '@parlour/contracts/envelope';
import { secretShares } from '@parlour/distributed/secret-shares';
import { parse, parseAllDocuments } from 'yaml';
import { commandsIn, documentedCommands } from '../compose/documented.ts';
import { testedNodes } from '../nodes.mjs';
import { isNamed, leftOut, readCopiedFiles, withCopies, withDependencies, withoutCopies } from './service-copies.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const readText = (path: string): string => readFileSync(`${root}${path}`, 'utf8');
const read = (path: string): unknown => parse(readText(path), { merge: true }) as unknown;

const serviceFolders = readdirSync(`${root}services`).filter((name) =>
  existsSync(`${root}services/${name}/package.json`),
);

test('the README names the versions of Node that are tested, newest first, and the image has the newest', () => {
  const [oldest = '', ...newer] = testedNodes.toReversed();
  const lines = newer.map((version) => version.split('.')[0]).toReversed();
  const named = `tested with ${lines.join(', ')} and ${oldest.split('.').slice(0, 2).join('.')}`;
  expect(readText('README.md').replace(/\s+/g, ' ')).toContain(named);
  expect(JSON.parse(readText('package.json'))).toMatchObject({ engines: { node: `>=${oldest}` } });
  expect(readText('deploy/docker/Dockerfile')).toContain(`NODE_IMAGE=node:${testedNodes[0]}-`);
});

describe('every service', () => {
  const files = readCopiedFiles();

  it('has a folder of its name', () => expect(serviceFolders.sort()).toEqual([...sources].sort()));

  it('is in every list; `npm run services` writes them', () => {
    expect(files.filter(({ text, wanted }) => text !== wanted).map(({ path }) => path)).toEqual([]);
  });

  it('is named beside others only in these lists', () => {
    const lists = files.filter(({ path, text }) => {
      const rest = path.endsWith('/package.json') ? '' : withoutCopies(text);
      const known = leftOut(text);
      const named = sources.filter((source) => !known.includes(source) && isNamed(rest, source));
      return named.length > 1;
    });
    expect(lists.map(({ path }) => path)).toEqual([]);
  });

  it('is described in docs/architecture.md', () => {
    const [, section = ''] = /^## Services\n([\s\S]*?)^## /m.exec(readText('docs/architecture.md')) ?? [];
    const rows = [...section.matchAll(/^\| `(\w+)` /gm)].map(([, name]) => name);
    expect(rows.sort()).toEqual([...sources].sort());
  });
});

describe('copies for services', () => {
  const list = (but: string, template: string, copies: string): string =>
    `a: qa\n  # For each service${but}, copied by \`npm run services\`:\n${template}  # Copies:\n${copies}  # End of copies.\nb: qa\n`;

  it('a template is copied for each service, existing copies keep their place, and old ones go', () => {
    const template = '  - qa: services/qa\n    file: qa-password\n';
    const copyFor = (name: string): string => template.replaceAll('qa', name);
    const text = list('', template, `${copyFor('wiki')}  - games: changed by hand\n${copyFor('old')}`);
    const wanted = list('', template, copyFor('wiki') + copyFor('games') + copyFor('new'));
    expect(withCopies(text, ['qa', 'new', 'games', 'wiki'])).toBe(wanted);
    expect(withCopies(wanted, ['qa', 'new', 'games', 'wiki'])).toBe(wanted);
    expect(withoutCopies(wanted)).not.toContain('games');
  });

  it('services that differ are left out', () => {
    const wanted = list(' but identity and files', '  - qa\n', '  - games\n');
    const written = list(' but identity and files', '  - qa\n', '  - files\n');
    expect(withCopies(written, ['identity', 'qa', 'games', 'files'])).toBe(wanted);
    expect(leftOut(wanted)).toEqual(['identity', 'files']);
  });

  it('a template that names no service or several is refused', () => {
    expect(() => withCopies(list('', '  - qa: games\n', ''), ['qa', 'games'])).toThrow('must name one service');
    expect(() => withCopies(list('', '  - wiki\n', ''), ['qa', 'games'])).toThrow('must name one service');
  });

  it('addresses and dependencies are completed', () => {
    const address = 'SERVICE_ADDRESSES: games=games:4000,qa=qa:4000\n- SERVICE_ADDRESSES=qa=qa:4000\n';
    expect(withCopies(address, ['qa', 'games', 'wiki'])).toBe(
      'SERVICE_ADDRESSES: games=games:4000,qa=qa:4000,wiki=wiki:4000\n- SERVICE_ADDRESSES=qa=qa:4000,games=games:4000,wiki=wiki:4000\n',
    );
    const dependencies = { '@parlour/qa': '1.0.0', '@parlour/web': '1.0.0', pg: '8.0.0' };
    const completed = withDependencies(JSON.stringify({ version: '1.0.0', dependencies }), ['qa', 'wiki']);
    expect(JSON.parse(completed)).toEqual({
      version: '1.0.0',
      dependencies: { ...dependencies, '@parlour/wiki': '1.0.0' },
    });
    expect(completed.indexOf('wiki')).toBeGreaterThan(completed.indexOf('web'));
  });
});

/** The parts of a container in docker-compose.yml that are checked here. */
interface Container {
  readonly volumes?: readonly string[];
  readonly environment?: Readonly<Record<string, unknown>>;
  readonly networks?: readonly string[];
}

/** The same, on Kubernetes. */
interface StatefulSet {
  readonly spec: {
    readonly template?: {
      readonly spec: { readonly containers: readonly { readonly env?: readonly { name: string; value: string }[] }[] };
    };
  };
}

describe('docker-compose.yml', () => {
  const { name, services, volumes, networks } = read('docker-compose.yml') as {
    name: string;
    services: Record<string, Container>;
    volumes: Record<string, unknown>;
    networks: Record<string, { readonly internal?: boolean }>;
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

  it('passes on the settings that docs/operations.md says `.env` takes', () => {
    const text = readText('docs/operations.md');
    const tables = [/^## Settings\n[\s\S]*?^## /m, /^The same id is the trace id[\s\S]*?^What the alerts/m];
    const documented = tables.flatMap((table) =>
      [...(table.exec(text)?.[0] ?? '').matchAll(/^\| (`[A-Z_]+`(?:, `[A-Z_]+`)*)/gm)].flatMap(([, names = '']) =>
        names.replaceAll('`', '').split(', '),
      ),
    );
    const passed = [...readText('docker-compose.yml').matchAll(/\$\{([A-Z_]+)/g)].map(([, name]) => name);
    const without = ['DATA_DIR', 'METRICS_PORT', 'OTEL_SERVICE_NAME'];
    expect(documented).toEqual(expect.arrayContaining(without));
    expect(documented.filter((name) => !passed.includes(name)).toSorted()).toEqual(without);
  });

  it('publishes the gateway from the network whose address docs/operations.md looks up', () => {
    const published = services['gateway']?.networks?.filter((network) => networks[network]?.internal !== true);
    const looked = /docker network inspect (\S+)/.exec(readText('docs/operations.md'))?.[1];
    expect(published?.map((network) => `${name}_${network}`)).toEqual([looked]);
  });

  it('the shares are where the volumes are mounted, in an image with these folders', () => {
    const readers = Object.keys(secretShares);
    const expected = readers.map((reader) => `secrets-${reader}:/run/shares/${reader}`);
    expect([...(secrets?.volumes ?? [])].sort()).toEqual([`secrets:${folder}`, ...expected].sort());
    for (const reader of readers) expect(volumes).toHaveProperty([`secrets-${reader}`]);
    const [, more = ''] =
      /for share in \$\(ls services\) (.*?); do shares="\$shares \/run\/shares\/\$share"; done/.exec(
        readText('deploy/docker/Dockerfile'),
      ) ?? [];
    expect([...serviceFolders, ...more.split(' ')].sort()).toEqual([...readers].sort());
  });
});

describe('the commands for compose in docs/operations.md', () => {
  const commands = documentedCommands().map(({ command }) => command);

  it('do nothing that the next start undoes', () => {
    expect(commands.filter((command) => command.includes('--scale'))).toEqual([]);
  });

  it.each(['.dockerignore', '.gitignore'])('write files that %s keeps out', (file) => {
    const writes = [/>>? (\S+)$/, / backup ([\w.]+)$/, / backup --folder ([\w.]+)/];
    const written = commands.flatMap((command) => writes.flatMap((pattern) => pattern.exec(command)?.[1] ?? []));
    expect(written).toEqual(['.env', 'compose.override.yml', 'site.backup', 'backups']);
    // The last one is what remains of a backup that was broken off.
    const kept = [...written.filter((path) => path !== 'site.backup'), '*.backup', '*.backup.part'];
    const ignored = readText(file).split('\n');
    expect(ignored.map((line) => line.replace(/^\/|\/$/g, ''))).toEqual(expect.arrayContaining(kept));
  });
});

describe('the commands for Kubernetes in docs/operations.md', () => {
  const operations = readText('docs/operations.md');
  const commands = commandsIn(operations, 'sh kubernetes').map(({ command }) => command);

  it('are all of its commands: the tests on an API server run these', () => {
    const blocks = operations.match(/^```[^]*?^```$/gm) ?? [];
    const lines = blocks.flatMap((block) => block.split('\n').slice(1, -1)).filter((line) => line.includes('kubectl '));
    expect(commands).toEqual(lines);
  });

  const all = commands.join('\n');

  it.each(['apply', 'diff', 'secret', 'wait', 'logs', 'restart', 'scale', 'suspend', 'dead-letters', 'rebuild'])(
    'show how to %s',
    (word) => expect(all).toContain(word),
  );

  it.each(['backup site.backup', 'restore site.backup', '--from=cronjob/backup'])('have %s', (words) =>
    expect(all).toContain(words),
  );
});

describe('Kafka', () => {
  const compose = read('docker-compose.yml') as { services: Record<string, Container> };
  const manifests = parseAllDocuments(readText('deploy/kubernetes/components/kafka-single/kafka.yaml'));
  const [container] = manifests.flatMap(
    (manifest) => (manifest.toJS() as StatefulSet).spec.template?.spec.containers ?? [],
  );
  const inCluster = Object.fromEntries((container?.env ?? []).map(({ name, value }) => [name, value]));

  it.each([
    ['in a container', compose.services['kafka']?.environment],
    ['on one machine of a cluster', inCluster],
  ])('%s writes no log files, which nothing would delete', (_where, environment) => {
    expect(environment).toMatchObject({
      KAFKA_LOG4J_OPTS: '-Dlog4j2.configurationFile=file:/etc/kafka/docker/tools-log4j2.yaml',
      EXTRA_ARGS: '-name kafkaServer',
    });
  });
});

describe('PostgreSQL', () => {
  it('has as many connections and as much memory in a container, on one machine of a cluster, and embedded', () => {
    const settingsIn = (text: string): string[] => [
      ...new Set([...text.matchAll(/\b(?:max_connections|shared_buffers)=\w+/g)].map(([setting]) => setting)),
    ];
    const embedded = settingsIn(readText('libs/deployment/src/postgres/postgres-server.ts'));
    expect(embedded).toHaveLength(2);
    for (const file of ['docker-compose.yml', 'deploy/kubernetes/components/postgres-single/postgres.yaml'])
      expect(settingsIn(readText(file))).toEqual(embedded);
  });
});

describe('overlays for Kubernetes', () => {
  it.each(readdirSync(`${root}deploy/kubernetes/overlays`))('[O-10] %s trusts no proxy by default', (overlay) => {
    const { configMapGenerator } = read(`deploy/kubernetes/overlays/${overlay}/kustomization.yaml`) as {
      configMapGenerator: readonly { readonly literals: readonly string[] }[];
    };
    const literals = configMapGenerator.flatMap((each) => each.literals);
    expect(literals.filter((literal) => literal.startsWith('TRUSTED_PROXIES='))).toEqual(['TRUSTED_PROXIES=']);
  });
});
