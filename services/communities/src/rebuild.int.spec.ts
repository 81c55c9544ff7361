import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Actor } from '@parlour/contracts/envelope';
import { eventTypes } from '@parlour/contracts/event-types';
import { until } from '@parlour/kernel/testing/until';
import { readTables } from '@parlour/kernel/testing/view-contract';
import { rebuildView } from '@parlour/kernel/view/rebuild';
import { communitiesDefinition } from './communities.module.ts';
import { type CommunitiesWorld, startCommunities } from './testing/communities-world.ts';

const own = communitiesDefinition.views.filter((view) => view.source === 'communities');
const tables = own.flatMap((view) => view.tables);

let world: CommunitiesWorld;
beforeAll(async () => {
  world = await startCommunities();
});
afterAll(() => world.close());

test('a rebuilt read model equals the live one', async () => {
  const { id, owner, member, other } = await world.cast('private');
  const closing = await world.create(other);
  const polls = [await world.poll(owner, id), await world.poll(other, closing)];
  const vote = (as: Actor, n: number) =>
    world.call('communities.vote', { pollId: polls[n]?._id ?? '', optionId: polls[n]?.options[1]?._id ?? '' }, { as });
  await vote(member, 0);
  await vote(owner, 0);
  await vote(member, 1);
  const edited = await world.poll(owner, id);
  const options = ['No', 'Maybe'];
  await world.call('communities.editPoll', { pollId: edited._id, questionText: 'Coffee?', options }, { as: owner });
  await world.call('communities.deletePoll', { pollId: edited._id }, { as: owner });
  for (const [place, resolved] of [true, false].entries()) {
    const thing = { type: 'answer', id: `01890000-0000-7000-8000-00000000ab0${place}` } as const;
    const about = { thing, placeId: thing.id, personId: other.id, communityId: id };
    const report = { ...about, version: 1, reason: 'spam', text: 'Links' } as const;
    const { reply } = await world.call('communities.report', report, { as: member });
    const resolution = { reportId: reply._id, action: 'warn', text: 'Less of it' } as const;
    if (resolved) await world.call('communities.resolveReport', resolution, { as: owner });
  }
  const renamed = { name: 'Renamed', description: 'Other things' };
  await world.call('communities.edit', { communityId: id, ...renamed }, { as: owner });
  const handed = await world.create(member);
  await world.change(other, handed, 'members', 'add');
  await world.call('communities.offerOwnership', { communityId: handed, username: other.name }, { as: member });
  await world.call('communities.acceptOwnership', { communityId: handed, accept: true }, { as: other });
  await until('the former owner is a moderator', async () => {
    const rows = await world.sql(`select 1 from events where data ->> 'reason' = 'handedOver'`);
    return rows.length > 0;
  });
  await world.call('communities.close', { communityId: handed }, { as: other });
  await world.setVisibility(owner, id);
  await world.identity(...[owner, other].map(({ id: userId }) => ({ type: 'UserDeleted' as const, data: { userId } })));
  await until('both are gone', async () => {
    const [row] = await world.sql<{ count: number }>(
      'select count(*)::int as count from community_members where user_id = any($1::text[])',
      [[owner.id, other.id]],
    );
    return row?.count === 0;
  });
  await until('the pending person is a member', async (saw) => saw(await world.read(member, id)).memberCount === 3);
  const served = await readTables(world.database, tables);
  for (const table of tables) expect(served[table]).not.toEqual([]);
  const feed = async (after: number, limit: number) => (await world.call('communities.feed', { after, limit })).reply;
  for (const view of own) await rebuildView(view, true, world.database, feed, eventTypes.communities);
  expect(await readTables(world.database, tables)).toEqual(served);
  // Including the indexes: the rebuilt tables are searched like the old ones.
  const found = await world.call('communities.getCommunities', { limit: 10, search: 'THINGS' }, { as: member });
  expect(found.reply.rows.map((row) => row._id)).toEqual([id]);
  const closed = await world.call('communities.getCommunities', { limit: 10, status: 'closed' }, { as: member });
  expect(closed.reply.rows.map((row) => row._id)).toEqual([closing, handed]);
  const indexes = await world.sql<{ name: string }>(
    `select indexname as name from pg_indexes where tablename = 'communities' and schemaname = current_schema() order by 1`,
  );
  expect(indexes.map((index) => index.name)).toEqual([
    'communities_closed',
    'communities_found',
    'communities_latest',
    'communities_look',
    'communities_name_key',
    'communities_pieces',
    'communities_pkey',
    'communities_written_look',
  ]);
});
