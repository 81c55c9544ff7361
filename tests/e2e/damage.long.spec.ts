import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { messages } from '@parlour/contracts/messages';
import { findRunningPostgres } from '@parlour/deployment/postgres/postgres-server';
import pg from 'pg';
import { Person } from './person.ts';
import { makeDataFolder, removeDataFolder, startProduct } from './product.ts';
import type { Product } from './running-product.ts';
import { runSiteTool } from './tools.ts';

// A page of the log of questions is damaged, as by a failing disk; PostgreSQL notices when it reads
// it.

let folder: string;
let product: Product;
let ann: Person;

beforeAll(async () => {
  folder = await makeDataFolder();
  const first = await startProduct(folder);
  await new Person(first.url, 'ann').signUp().then((each) => each.ask('Before the damage'));
  const file = await fileOf('qa.events');
  await first.end();
  await damage(file);
  product = await startProduct(folder);
  ann = await new Person(product.url, 'ann').logIn();
}, 300_000);
afterAll(async () => {
  await product?.end();
  await removeDataFolder(folder);
});

async function fileOf(table: string): Promise<string> {
  const client = new pg.Client({ ...(await findRunningPostgres(join(folder, 'postgres'))), database: 'parlour' });
  await client.connect();
  const { rows } = await client.query<{ path: string }>('select pg_relation_filepath($1) as path', [table]);
  await client.end();
  return join(folder, 'postgres', 'cluster', rows[0]!.path);
}

async function damage(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  await handle.write(Buffer.alloc(512, 0xa5), 0, 512, 4_096);
  await handle.close();
}

const refusal = { error: messages.damagedDatabase, code: 'database.damaged' };

it('a write is refused with a code of its own, and readiness says why; what is whole is served', async () => {
  const body = { title: 'After it', text: 'Is it kept?', tags: [{ name: 'disks', description: 'of all kinds' }] };
  const asked = await ann.post('/question/addQuestion', { ...body, askedBy: 'ann', onlyFollowers: false });
  expect(asked).toMatchObject({ status: 503, body: refusal });
  expect(asked.headers.has('retry-after')).toBe(false);
  const ready = await fetch(`${product.url}/health/ready`);
  expect([ready.status, await ready.json()]).toEqual([503, expect.objectContaining(refusal)]);
  expect((await ann.questions()).map(({ title }) => title)).toEqual(['Before the damage']);
  const told = product.output.filter((line) => line.includes('restore the newest backup'));
  expect(told).toContainEqual(expect.stringContaining('invalid page in block 0'));
});

it.each([
  ['backup', () => [join(folder, 'never.backup')]],
  ['rebuild', () => ['all']],
])('%s says what is wrong and what to do', async (tool, words) => {
  const { code, output } = await runSiteTool(folder, tool, words());
  expect(output).toMatch(/^The database is damaged \(invalid page in block 0 [^)]*\)\. Stop Parlour, .*restore/m);
  expect(output).not.toContain('    at ');
  expect(code).toBe(1);
});
