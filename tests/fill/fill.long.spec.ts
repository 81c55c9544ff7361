import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { openDataFolder } from '@parlour/embedded/data-folder';
import { contentsOf, createPlace, type Place, readModels, rebuildViews } from '@parlour/embedded/testing/whole-site';
import { sources } from '@parlour/contracts/envelope';
import { fillSite } from './fill-site.ts';

async function indexesOf(place: Place): Promise<Record<string, object[]>> {
  const indexes = 'select indexdef as definition from pg_indexes where schemaname = current_schema() order by 1';
  const found: Record<string, object[]> = {};
  for (const source of sources) found[source] = await place.sql(source, indexes);
  return found;
}

test('a filled site has the rows that its events make, and the indexes of any other', async () => {
  const [place, empty] = [await createPlace(), await createPlace()];
  try {
    for (const { database } of (await empty.tool()).services) await database.dataSource.runMigrations();
    const { services, feedOf } = await place.tool();
    const size = { people: 40, questions: 300, busyAnswers: 5, chatMessages: 20 };
    const { qa } = await fillSite(services, feedOf, size);
    expect(qa).toBeGreaterThan(size.questions);
    const filled = await contentsOf(place, readModels);
    await rebuildViews(place);
    expect(await contentsOf(place, readModels)).toEqual(filled);
    expect(await indexesOf(place)).toEqual(await indexesOf(empty));
  } finally {
    for (const each of [place, empty]) await each.drop();
  }
});

test('a site that is running is not filled', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'parlour-fill-'));
  const held = await openDataFolder(dataDir);
  try {
    const run = promisify(execFile)('npm', ['run', 'fill', '--', '--questions', '1'], {
      cwd: new URL('../..', import.meta.url),
      env: { ...process.env, NODE_OPTIONS: '', DATA_DIR: dataDir },
      shell: process.platform === 'win32',
    });
    const refusal = `Parlour (process ${process.pid}) is running on the data in ${dataDir}: stop it first.`;
    await expect(run).rejects.toMatchObject({ stderr: expect.stringContaining(refusal) });
  } finally {
    if ('release' in held) held.release();
    await rm(dataDir, { recursive: true, force: true });
  }
});
