import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Actor } from '@parlour/contracts/envelope';
import { limits } from '@parlour/contracts/limits';
import type { Rpc, RpcName } from '@parlour/contracts/rpc';
import { fillTables } from '@parlour/kernel/testing/fill-tables';
import { costsOf, type StatementCosts, statementsOf } from '@parlour/kernel/testing/statement-costs';
import { readUnused } from './file/file.queries.ts';
import { type FilesWorld, startFiles } from './testing/files-world.ts';

const files = 60_000;
const people = 200;

let world: FilesWorld;
let owner: Actor;
beforeAll(async () => {
  world = await startFiles();
  [owner] = await world.people('Owner');
  await world.append('identity', { type: 'OperatorAdded', data: { userId: owner.id } });
  await world.call('files.use', {}, { as: owner }); // all is applied
  await fillTables(world.database, async (sql) => {
    await sql(
      `insert into people (id, name, canonical_name, deleted)
       select 'person' || n, 'n' || n, 'n' || n, false from generate_series(0, $1::int - 1) n`,
      [people],
    );
    // Every third file is the viewer's; each is in two posts, and was in a message.
    await sql(
      `insert into files (id, owner_id, position, name, type, hash, bytes, width, height, alt, previews, at)
       select 'file' || lpad(n::text, 6, '0'), case when n % 3 = 0 then $2 else 'person' || n % $3::int end, n, 'a.png',
         'image/png', md5(n::text), n % 1000, 800, 600, '', '{"list": [{"width": 320, "hash": "a", "bytes": 10}]}', now()
       from generate_series(1, $1::int) n`,
      [files, owner.id, people],
    );
    for (const [table, times, endedAt] of [
      ['post_uses', 2, 'null'],
      ['message_uses', 1, 'now()'],
    ] as const) {
      await sql(
        `insert into ${table} (post_id, file_id, type, author, ended_at)
         select 'post' || n || '-' || t, f.id, 'answer', f.owner_id, ${endedAt}
         from generate_series(1, $1::int) n join files f on f.position = n cross join generate_series(1, ${times}) t`,
        [files],
      );
    }
    await sql('insert into file_objects (hash, file_id) select hash, id from files');
    await sql(
      'insert into file_totals (owner_id, bytes, files) select owner_id, sum(bytes), count(*) from files group by 1',
    );
    await sql('analyze');
  });
}, 120_000);
afterAll(() => world.close());

async function costOf<Name extends RpcName>(name: Name, request: Rpc[Name]['request']): Promise<StatementCosts> {
  const call = (): Promise<unknown> => world.call(name, request, { as: owner, minPositions: {} });
  return costsOf(world.database, await statementsOf(world.database, (sent) => sent.startsWith('files.'), call));
}

const own = 'files_of_owner';
const largest = 'files_largest';
const page = { limit: 30 };

test.each([
  ['one’s own', 'files.getOwn', page, own, 300],
  ['one’s own, deep', 'files.getOwn', { ...page, cursor: '3000' }, own, 300],
  ['the largest', 'files.getLargest', page, largest, 12_000],
  ['the largest, deep', 'files.getLargest', { ...page, cursor: '10.900' }, largest, 12_000],
  ['a file', 'files.get', { fileId: 'file000300' }, 'files_pkey', 20],
  ['what one’s files take', 'files.use', {}, 'file_totals_pkey', 5],
] as const)('the cost of reading %s does not grow with files', async (_, name, request, index, most) => {
  const { ways, touched } = await costOf(name, request);
  expect(ways).toContain(index);
  expect(touched).toBeLessThan(most);
});

test('each look for files in no text reads a part of them, and their texts', async () => {
  const sent = await statementsOf(
    world.database,
    (name) => name === 'files.unused',
    () => readUnused(world.database, 'file030000'),
  );
  const { whole, touched } = await costsOf(world.database, sent);
  // Those without rows.
  expect(whole).toEqual(['person_uses', 'community_uses']);
  expect(touched).toBeLessThan(10 * limits.filesLookedAt);
});
