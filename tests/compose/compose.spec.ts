import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { sources } from '@parlour/contracts/envelope';
import { secretShares } from '@parlour/distributed/secret-shares';
import { until } from '@parlour/kernel/testing/until';
import { compose } from '../e2e/compose-site.ts';
import { Person, questionBody } from '../e2e/person.ts';
import { makeDataFolder, removeDataFolder, startProduct } from '../e2e/product.ts';
import type { Product } from '../e2e/running-product.ts';
import { describeBrowserJourney } from '../shapes/browser-journey.ts';
import { describeJourney } from '../shapes/journey.ts';

// One site for all tests; documented.spec.ts has the tools, and what replaces or restores a site.

let dataDir: string;
let product: Product;
let ann: Person;

/** The parts of a container's description that are checked here. */
interface Inspected {
  readonly Config: { readonly Env: readonly string[] };
  readonly HostConfig: {
    readonly ReadonlyRootfs: boolean;
    readonly CapDrop: readonly string[] | null;
    readonly Memory: number;
  };
}

beforeAll(async () => {
  dataDir = await makeDataFolder();
  product = await startProduct(dataDir);
  ann = await new Person(product.url, 'Ann').signUp();
}, 600_000);
afterAll(() => removeDataFolder(dataDir), 300_000);

async function inspect(container: string): Promise<Inspected> {
  const { stdout } = await promisify(execFile)('docker', ['inspect', container]);
  const [inspected] = JSON.parse(stdout) as [Inspected]; // of one container
  return inspected;
}

async function asked(title: string): Promise<boolean> {
  const key = { 'idempotency-key': title.replaceAll(' ', '-') };
  return ann.post('/question/addQuestion', questionBody('Ann', title), key).then(
    ({ status }) => status === 200,
    () => false,
  );
}

describeJourney(() => product);
describeBrowserJourney(() => product);

test('no container runs as root, writes outside volumes, has capabilities, or gets secrets by environment', async () => {
  const running = (await compose(dataDir, ['ps', '--services'])).split('\n');
  expect([...running].sort()).toEqual([...sources, 'gateway', 'kafka', 'postgres'].sort());
  for (const service of running) {
    expect(`${service} ${await compose(dataDir, ['exec', '-T', service, 'id', '-u'])}`).not.toBe(`${service} 0`);
    const id = await compose(dataDir, ['ps', '--quiet', service]);
    const { Config, HostConfig } = await inspect(id);
    expect(HostConfig).toMatchObject({ ReadonlyRootfs: true, CapDrop: ['ALL'] });
    expect(HostConfig.Memory).toBeGreaterThan(0);
    const isNoSecret = /_(FILE|DIR)=|=$|^PASSWORD_MIN_LENGTH=/;
    const told = Config.Env.filter((line) => /SECRET|PASSWORD/.test(line) && !isNoSecret.test(line));
    expect(told).toEqual([]);
  }
});

test('each has the secrets that it needs, and no others', async () => {
  const secretsOf = async (service: string) =>
    (await compose(dataDir, ['exec', '-T', service, 'ls', '/run/parlour'])).split('\n');
  for (const reader of Object.keys(secretShares).filter((each) => each !== 'databases')) {
    expect(await secretsOf(reader)).toEqual([...(secretShares[reader] ?? [])].sort());
  }
});

test('each container is replaced by a new one in turn; the site recovers and has kept everything', async () => {
  await ann.ask('Before it');
  for (const service of ['postgres', 'kafka', 'qa', 'gateway']) {
    await compose(dataDir, ['up', '--detach', '--no-deps', '--force-recreate', service]);
    // A new container gets another port.
    ann.url = `http://${await compose(dataDir, ['port', 'gateway', '3000'])}`;
    await until(`a question is asked after ${service}`, () => asked(`After ${service}`), 60_000);
  }
  const titles = (await ann.questions()).map(({ title }) => title).slice(0, 5);
  expect(titles).toEqual(['After gateway', 'After qa', 'After kafka', 'After postgres', 'Before it']);
});
