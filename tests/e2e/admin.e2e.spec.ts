import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { UserWire } from '@parlour/contracts/identity';
import { until } from '@parlour/kernel/testing/until';
import { Person, Visitor } from './person.ts';
import { makeDataFolder, type Product, removeDataFolder, startProduct } from './product.ts';
import { runSiteTool } from './tools.ts';

/** A machine with other things to do starts a process in ten times as long as one without. */
const limitMs = 300_000;

let dataDir: string;
let product: Product;
beforeAll(async () => {
  dataDir = await makeDataFolder();
  product = await startProduct(dataDir);
}, limitMs);
afterAll(async () => {
  await product.end();
  await removeDataFolder(dataDir);
}, limitMs);

const admin = (...words: string[]) => runSiteTool(dataDir, 'admin', words);

async function login(username: string, password: string): Promise<{ status: number; body: unknown }> {
  const { status, body } = await new Visitor(product.url).post('/api/user/login', { username, password });
  return { status, body };
}

describe('whoever runs the site', () => {
  it(
    'keeps somebody out of the running site at once, and lets him in again',
    async () => {
      const ann = await new Person(product.url, 'ann').signUp();
      const bob = await new Person(product.url, 'bob').signUp();
      const listener = await ann.listen();
      expect(await admin('suspend', 'Ann')).toEqual({ code: 0, output: 'Ann is suspended.\n' });
      await until('her socket is closed', () => !listener.socket.connected, 30_000);
      await until('her session is over', async () => (await ann.get('/api/user/session')).status === 401, 30_000);
      expect(await login('ann', ann.password)).toEqual({
        status: 403,
        body: { error: 'This account is suspended. Ask whoever runs the site.', code: 'account.suspended' },
      });
      expect((await bob.get<UserWire>('/api/user/getUser/ann')).body).toMatchObject({ suspended: true });
      expect(await admin('restore', 'ann')).toEqual({ code: 0, output: 'ann is restored.\n' });
      expect(await login('ann', ann.password)).toMatchObject({ status: 200 });
    },
    limitMs,
  );

  it(
    'replaces a forgotten password, also while the site does not run, and ends sessions',
    async () => {
      const cyd = await new Person(product.url, 'cyd').signUp();
      const listed = await admin('sessions', 'cyd');
      expect(listed).toMatchObject({ code: 0, output: expect.stringContaining('1 of cyd.') });
      const [id = ''] = listed.output.split(' ');
      expect(await admin('end-sessions', 'cyd', id)).toEqual({ code: 0, output: '1 ended.\n' });
      await until('the session is over', async () => (await cyd.get('/api/user/session')).status === 401, 30_000);
      await product.end();
      const reset = await admin('reset-password', 'cyd');
      const [, password = ''] = /: (\S+)\n/.exec(reset.output) ?? [];
      expect(reset.code).toBe(0);
      product = await startProduct(dataDir);
      expect(await login('cyd', cyd.password)).toMatchObject({ status: 401 });
      expect(await login('cyd', password)).toMatchObject({ status: 200 });
    },
    limitMs,
  );

  it(
    'is told what he got wrong',
    async () => {
      expect(await admin('suspend', 'nobody')).toEqual({ code: 1, output: expect.stringMatching(/^[^\n]+\n$/) });
      expect(await admin('expel', 'ann')).toMatchObject({
        code: 64,
        output: expect.stringContaining('npm run admin --'),
      });
      expect(await admin('--help')).toMatchObject({
        code: 0,
        output: expect.stringContaining('reset-password <username>'),
      });
    },
    limitMs,
  );
});
