import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Actor } from '@parlour/contracts/envelope';
import { statement } from '@parlour/kernel/database/database';
import { until } from '@parlour/kernel/testing/until';
import { blankingStream } from '@parlour/posts/erasing.decider';
import { type CommunitiesWorld, startCommunities } from '../testing/communities-world.ts';
import { pollStream } from './poll.decider.ts';

let world: CommunitiesWorld;
beforeAll(async () => {
  world = await startCommunities();
});
afterAll(() => world.close());

const lockLog = statement('test.lockLog', 'select from head for update');
const aged = statement(
  'test.aged',
  `update events set data = jsonb_set(data, '{deletedAt}', '"2026-01-01T10:00:00.000Z"')
    where stream_id = $1 and type = 'PostDeleted'`,
);
// As another process does it that erases the poll.
const blanked = statement(
  'test.blanked',
  `with raised as (update head set position = position + 1 returning position)
   insert into events (position, event_id, stream_id, version, ordering_key, type, schema_version, data, meta, occurred_at)
   select r.position, gen_random_uuid(), $2, 1, e.ordering_key, 'PostErased', 1, $3::jsonb, e.meta, clock_timestamp()
     from raised r, events e where e.stream_id = $1 and e.version = 1`,
);
const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

test('[BE-9, P-14] a poll that is erased while it is being restored stays removed', async () => {
  const [ann] = (await world.people('Ann')) as [Actor];
  const communityId = await world.create(ann);
  const { _id: pollId } = await world.poll(ann, communityId);
  await world.call('communities.deletePoll', { pollId }, { as: ann });
  let refused: Promise<void> | undefined;
  await world.database.transaction(async (tx) => {
    await tx.query(lockLog);
    const restored = world.call('communities.restorePoll', { pollId }, { as: ann });
    refused = expect(restored).rejects.toMatchObject({ code: 'restore.late' });
    await until('it is decided', async () => (await world.sql(waiting)).length > 0);
    await tx.query(aged, [pollStream(pollId)]);
    await tx.query(blanked, [pollStream(pollId), blankingStream(pollId), JSON.stringify({ pollId, communityId })]);
  });
  await refused;
});
