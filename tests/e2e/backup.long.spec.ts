import { readFile, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { FileWire } from '@parlour/contracts/files/files';
import { Person } from './person.ts';
import { makeDataFolder, removeDataFolder, startProduct } from './product.ts';
import type { Product } from './running-product.ts';
import { runSiteTool } from './tools.ts';

const folders: string[] = [];
const products: Product[] = [];

async function newFolder(): Promise<string> {
  const folder = await makeDataFolder();
  folders.push(folder);
  return folder;
}

async function start(dataDir: string): Promise<Product> {
  const product = await startProduct(dataDir);
  products.push(product);
  return product;
}

afterAll(async () => {
  for (const product of products) await product.end();
  for (const folder of folders) await removeDataFolder(folder);
});

/** Under load, starting a PostgreSQL takes ten times as long. */
const limitMs = 300_000;

describe('a backup of a site under load', () => {
  let from: string;
  let file: string;
  let picture: FileWire;

  beforeAll(async () => {
    from = await makeDataFolder();
    folders.push(from);
    file = join(await newFolder(), 'site.backup');
    const product = await start(from);
    const people = await Promise.all(['ann', 'bob', 'cyd'].map((name) => new Person(product.url, name).signUp()));
    picture = await people[0]!.upload(); // Ann's
    let writing = true;
    let written = 0;
    let enough!: () => void;
    const begun = new Promise<void>((settle) => (enough = settle));
    // Each continues until it is told to stop: neither waits for the other.
    const writers = people.map(async (person) => {
      while (writing) {
        await person.ask(`Number ${written} ✍`);
        written += 1;
        if (written === 10) enough();
      }
    });
    await begun;
    const taken = await runSiteTool(from, 'backup', [file]);
    writing = false;
    await Promise.all(writers);
    expect(taken).toMatchObject({ code: 0, output: expect.stringContaining('events') });
    const running = await runSiteTool(from, 'restore', [file, '--replace']);
    expect(running).toMatchObject({ code: 1, output: expect.stringContaining('stop it first') });
    await product.end();
  }, limitMs);

  it('is readable by its owner only', async () => {
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it(
    'is restored into a new site, which continues from there',
    async () => {
      const to = await newFolder();
      const done = await runSiteTool(to, 'restore', [file]);
      expect(done).toMatchObject({ code: 0, output: expect.stringContaining('restored') });
      const restored = await start(to);
      const ann = await new Person(restored.url, 'ann').logIn();
      expect((await ann.questions()).length).toBeGreaterThan(0);
      expect((await ann.get(`/file/${picture._id}`)).status).toBe(200);
      const { _id } = await ann.ask('After it');
      expect((await ann.questions())[0]).toMatchObject({ _id });
      await restored.end();
    },
    limitMs,
  );

  it(
    'replaces the data of a site, which then accepts none of its old signatures',
    async () => {
      const secrets = async (): Promise<{ signingKey: string; databasePasswords: object }> =>
        JSON.parse(await readFile(join(from, 'secrets.json'), 'utf8')) as Awaited<ReturnType<typeof secrets>>;
      const before = await secrets();
      expect(await runSiteTool(from, 'restore', [file, '--replace'])).toMatchObject({ code: 0 });
      const after = await secrets();
      expect(after.databasePasswords).toEqual(before.databasePasswords);
      expect(after.signingKey).not.toBe(before.signingKey);
    },
    limitMs,
  );
});

describe('the tools of a site', () => {
  it('leave a folder without a site as it is', async () => {
    const folder = await newFolder();
    for (const [name, ...words] of [
      ['admin', 'posts', 'ann'],
      ['backup', '--folder', folder, '--days', '14'],
      ['dead-letters', 'list'],
      ['rebuild', 'all'],
    ] as const) {
      expect(await runSiteTool(folder, name, words)).toEqual({
        code: 1,
        output: `There is no site in ${folder}: set DATA_DIR.\n`,
      });
    }
    const absent = join(folder, 'absent.backup');
    expect(await runSiteTool(folder, 'restore', [absent])).toEqual({
      code: 1,
      output: `There is no file ${absent}.\n`,
    });
    expect(await readdir(folder)).toEqual([]);
  });

  it('print their usage', async () => {
    const folder = await newFolder();
    expect(await runSiteTool(folder, 'backup', [])).toMatchObject({
      code: 64,
      output: expect.stringMatching(/^npm run backup -- <file>\n/),
    });
    for (const [tool, words, fault] of [
      ['backup', ['--days', '3'], 'A folder and a number of days belong together: --folder <folder> --days <days>.'],
      ['restore', ['--replace', '--all', 'a'], 'There is no option "--all".'],
      ['rebuild', ['qa.nothing'], 'There is no read model "qa.nothing".'],
      ['dead-letters', ['retry', 'qa'], 'retry needs the id of one event, as list shows it.'],
    ] as const) {
      const output = expect.stringMatching(`^${fault.replaceAll(/[.-]/g, '\\$&')}\n\nnpm run ${tool} -- `);
      expect({ words, ...(await runSiteTool(folder, tool, words)) }).toEqual({ words, code: 64, output });
    }
    // It names the shape that it runs in.
    const command = { TOOL_COMMAND: 'docker compose run --rm tools' };
    expect(await runSiteTool(folder, 'restore', ['--help'], command)).toEqual({
      code: 0,
      output: 'docker compose run --rm tools restore <file> [--replace]\n',
    });
    expect(await runSiteTool(folder, 'restore', ['--help'])).toMatchObject({ code: 0 });
    expect(await runSiteTool(folder, 'backup', ['x'], { DATABASE_PASSWORDS_DIR: folder })).toMatchObject({
      code: 78,
      output: expect.stringContaining('PGHOST'),
    });
  });
});
