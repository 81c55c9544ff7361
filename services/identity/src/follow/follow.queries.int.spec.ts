import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { IdentityEvent } from '@parlour/contracts/identity/identity';
import { limits } from '@parlour/contracts/limits';
import { envelopesOf } from '@parlour/kernel/testing/envelopes';
import { readGoldenEvents } from '@parlour/kernel/testing/golden';
import { describeViewContract } from '@parlour/kernel/testing/view-contract';
import { applyViews } from '@parlour/kernel/view/view';
import { identityMigrations } from '../identity.module.ts';
import { type IdentityWorld, startIdentity } from '../testing/identity-world.ts';
import { userView } from '../user/user.projection.ts';
import { followView } from './follow.projection.ts';
import { readFollows } from './follow.queries.ts';

let world: IdentityWorld;
beforeAll(async () => {
  world = await startIdentity();
});
afterAll(() => world.close());

function registered(userId: string, name = userId): IdentityEvent {
  return { type: 'UserRegistered', data: { userId, name } };
}

function followed(followerId: string, followedId: string): IdentityEvent {
  return { type: 'UserFollowed', data: { followerId, followedId } };
}

function unfollowed(followerId: string, followedId: string): IdentityEvent {
  return { type: 'UserUnfollowed', data: { followerId, followedId } };
}

const everybody = ['ann', 'ben', 'cay', 'dan'];
describeViewContract(followView, identityMigrations, [
  ...everybody.map((name) => registered(name)),
  ...everybody.flatMap((a) => everybody.filter((b) => b !== a).map((b) => followed(a, b))),
  unfollowed('ann', 'ben'),
  followed('ann', 'ben'),
  unfollowed('cay', 'dan'),
  unfollowed('ben', 'ann'),
  followed('ben', 'ann'),
  unfollowed('ben', 'ann'),
  { type: 'FollowVisibilityChanged', data: { userId: 'cay', visible: false } },
  { type: 'FollowVisibilityChanged', data: { userId: 'dan', visible: false } },
  { type: 'UserDeleted', data: { userId: 'dan' } },
  registered('eve'),
  followed('eve', 'ann'),
]);

test('counts who is there, and removes deleted people from all lists', async () => {
  await world.database.transaction((tx) =>
    applyViews(
      [followView],
      envelopesOf('identity', [
        ...everybody.map((name) => registered(name)),
        followed('ben', 'ann'),
        followed('cay', 'ann'),
        followed('dan', 'ann'),
        followed('ann', 'dan'),
        unfollowed('ben', 'ann'),
        { type: 'UserDeleted', data: { userId: 'dan' } },
      ]),
      tx,
    ),
  );
  expect(await world.sql('select follower_id, followed_id, position from follows')).toEqual([
    { follower_id: 'cay', followed_id: 'ann', position: 6 },
  ]);
  expect(await world.sql('select user_id, followers, following from follow_counts order by user_id')).toEqual([
    { user_id: 'ann', followers: 1, following: 0 },
    { user_id: 'ben', followers: 0, following: 0 },
    { user_id: 'cay', followers: 0, following: 1 },
  ]);
});

test('handles every version of its events', async () => {
  const empty = await startIdentity();
  try {
    const golden = readGoldenEvents('identity').filter(
      (event) => event.type === 'UserRegistered' || event.type === 'UserFollowed',
    );
    await empty.database.transaction((tx) => applyViews([followView], golden, tx));
    expect(await empty.sql('select follower_id, followed_id from follows')).toEqual([
      { follower_id: '01940000-0000-7000-8000-0000000000b2', followed_id: '01940000-0000-7000-8000-0000000000a1' },
    ]);
    expect(await empty.sql('select followers, following from follow_counts')).toEqual([{ followers: 1, following: 0 }]);
    const ended = readGoldenEvents('identity').filter((event) => !golden.some(({ type }) => type === event.type));
    await empty.database.transaction((tx) => applyViews([followView], ended, tx));
    expect(await empty.sql('select from follows')).toEqual([]);
    expect(await empty.sql('select from follow_counts')).toEqual([]);
  } finally {
    await empty.close();
  }
});

describe('names of more followers than a list shows', () => {
  const star = 'star';
  const crowd = Array.from({ length: limits.namesListed + 50 }, (_, index) => `fan ${index}`);
  const name = (index: number): string => crowd[index] ?? '';
  beforeAll(async () => {
    const events = [
      registered(star, 'Star'),
      ...crowd.map((fan) => registered(fan)),
      ...crowd.map((fan) => followed(fan, star)),
      ...crowd.map((fan) => followed(star, fan)),
    ];
    const envelopes = envelopesOf('identity', events);
    await world.database.transaction(async (tx) => {
      await applyViews([userView, followView], envelopes, tx);
    });
  });

  test.each(['followers', 'following'] as const)(
    '%s are the first thousand, in the order of following',
    async (list) => {
      const { usernames } = await readFollows(world.database, list, 'star', 'stranger');
      expect(usernames).toEqual(crowd.slice(0, limits.namesListed));
      expect((await readFollows(world.database, list, 'STAR', name(3))).usernames).toEqual(usernames);
    },
  );

  test.each(['followers', 'following'] as const)('[T-6] %s always include the viewer', async (list) => {
    const viewer = name(crowd.length - 1);
    const { usernames } = await readFollows(world.database, list, 'Star', viewer);
    expect(usernames).toEqual([...crowd.slice(0, limits.namesListed - 1), viewer]);
  });

  test('are a part of the counts', async () => {
    const as = { id: 'stranger', name: 'Stranger' };
    const { reply } = await world.call('identity.getUser', { username: 'Star' }, { as });
    expect(reply).toMatchObject({ followerCount: crowd.length, followingCount: crowd.length, isFollowed: false });
    expect(reply.followers).toHaveLength(limits.namesListed);
    expect(reply.following).toHaveLength(limits.namesListed);
  });

  test.each(['followers', 'following'] as const)('%s: one statement, served by indexes', async (list) => {
    const statements: string[] = [];
    world.database.onStatement = (sent) => statements.push(sent);
    await readFollows(world.database, list, 'Star', 'stranger');
    world.database.onStatement = undefined;
    const beside = ['relay.', 'lease.', 'feed.', 'sessions.'];
    expect(statements.filter((sent) => !beside.some((start) => sent.startsWith(start)))).toEqual([`follows.${list}`]);
    const plan = await world.database.transaction(async (tx) => {
      await tx.query({ name: '', text: 'analyze follows' });
      await tx.query({ name: '', text: 'set local enable_seqscan = off' });
      await readFollows(tx, list, 'Star', 'stranger');
      return JSON.stringify(
        await tx.query({ name: '', text: `explain execute "follows.${list}"('star', 'stranger')` }),
      );
    });
    expect(plan).toContain(list === 'followers' ? 'follows_followers' : 'follows_following');
    expect(plan).toContain('follows_pkey');
    expect(plan).not.toContain('Seq Scan');
  });
});
