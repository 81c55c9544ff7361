import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { BlockedPersonWire, IdentityEvent, SessionGrant, UserWire } from '@parlour/contracts/identity/identity';
import { messages } from '@parlour/contracts/messages';
import { waitForProjections } from '@parlour/kernel/testing/projections';
import { describeViewContract } from '@parlour/kernel/testing/view-contract';
import { until } from '@parlour/kernel/testing/until';
import { identityMigrations } from '../identity.module.ts';
import { actorOfGrant, type IdentityWorld, startIdentity } from '../testing/identity-world.ts';
import { blockView } from './block.projection.ts';

const blocked = (blockerId: string, blockedId: string): IdentityEvent => ({
  type: 'UserBlocked',
  data: { blockerId, blockedId },
});
const unblocked = (blockerId: string, blockedId: string): IdentityEvent => ({
  type: 'UserUnblocked',
  data: { blockerId, blockedId },
});

describeViewContract(blockView, identityMigrations, [
  blocked('ann', 'ben'),
  blocked('ben', 'ann'),
  unblocked('ann', 'ben'),
  blocked('cay', 'ann'),
  blocked('ann', 'ben'),
  blocked('ann', 'dan'),
  { type: 'UserDeleted', data: { userId: 'dan' } },
  blocked('eve', 'ben'),
  { type: 'UserDeleted', data: { userId: 'eve' } },
  unblocked('cay', 'ann'),
]);

let world: IdentityWorld;
beforeAll(async () => {
  world = await startIdentity();
});
afterAll(() => world.close());

let people = 0;

function begin(): Promise<SessionGrant> {
  people += 1;
  return world.signup(`Person ${people}`);
}

async function change(
  name: 'identity.follow' | 'identity.unfollow' | 'identity.block' | 'identity.unblock',
  who: SessionGrant,
  whom: SessionGrant,
  key?: string,
): Promise<UserWire> {
  const options = { as: actorOfGrant(who), ...(key === undefined ? {} : { key }) };
  return (await world.call(name, { username: whom.user.username }, options)).reply;
}

async function look(viewer: SessionGrant, whom: SessionGrant): Promise<UserWire> {
  const { username } = whom.user;
  return (await world.call('identity.getUser', { username }, { as: actorOfGrant(viewer) })).reply;
}

async function list(
  viewer: SessionGrant,
  page: { limit: number; cursor?: string } = { limit: 30 },
): Promise<{ rows: readonly BlockedPersonWire[]; total: number; next: string | null }> {
  return (await world.call('identity.getBlocked', page, { as: actorOfGrant(viewer) })).reply;
}

const namesIn = ({ rows }: { rows: readonly BlockedPersonWire[] }): string[] => rows.map(({ username }) => username);

describe('[BM-20, M-14] blocking somebody', () => {
  test('lists them for the blocker, the latest first, in pages, until the block is lifted', async () => {
    const [ann, ben, cay, dan] = [await begin(), await begin(), await begin(), await begin()];
    for (const whom of [ben, cay, dan]) expect(await change('identity.block', ann, whom)).toEqual(ann.user);
    const first = await list(ann, { limit: 2 });
    expect(namesIn(first)).toEqual([dan.user.username, cay.user.username]);
    expect(first.total).toBe(3);
    expect(first.rows[0]).toEqual({
      _id: dan.user._id,
      username: dan.user.username,
      blockedAt: expect.stringMatching(/^20.*Z$/),
    });
    const rest = await list(ann, { limit: 2, cursor: first.next ?? '' });
    expect({ ...rest, rows: namesIn(rest) }).toEqual({ rows: [ben.user.username], total: 3, next: null });
    expect(await change('identity.unblock', ann, cay)).toEqual(ann.user);
    expect(namesIn(await list(ann))).toEqual([dan.user.username, ben.user.username]);
  });

  test('is decided once, however often it is asked for, with the same key too', async () => {
    const [ann, ben] = [await begin(), await begin()];
    await Promise.all(Array.from({ length: 5 }, () => change('identity.block', ann, ben)));
    await change('identity.block', ann, ben, 'once');
    await change('identity.unblock', ann, ben);
    await change('identity.block', ann, ben, 'once');
    expect(await list(ann)).toMatchObject({ rows: [], total: 0 });
    const streamId = `block/${ann.user._id}/${ben.user._id}`;
    const events = (await world.events()).filter((event) => event.streamId === streamId);
    expect(events.map(({ type, orderingKey }) => ({ type, orderingKey }))).toEqual([
      { type: 'UserBlocked', orderingKey: ann.user._id },
      { type: 'UserUnblocked', orderingKey: ann.user._id },
    ]);
  });

  test('refuses oneself, unknown people, bad cursors, and callers without a session', async () => {
    const ann = await begin();
    const as = actorOfGrant(ann);
    for (const name of ['identity.block', 'identity.unblock'] as const) {
      await expect(change(name, ann, ann)).rejects.toMatchObject({ code: 'block.self', message: messages.blockSelf });
      await expect(world.call(name, { username: 'Nobody' }, { as })).rejects.toMatchObject({ code: 'user.unknown' });
      await expect(world.call(name, { username: 'a\0b' }, { as })).rejects.toMatchObject({
        code: 'request.illFormedText',
      });
      await expect(world.call(name, { username: 'Nobody' })).rejects.toMatchObject({ code: 'session.missing' });
    }
    await expect(list(ann, { limit: 2, cursor: 'x' })).rejects.toMatchObject({ code: 'request.invalid' });
    await expect(world.call('identity.getBlocked', { limit: 2 })).rejects.toMatchObject({ code: 'session.missing' });
  });

  test('ends follows both ways', async () => {
    const [ann, ben] = [await begin(), await begin()];
    await change('identity.follow', ann, ben);
    await change('identity.follow', ben, ann);
    expect(await change('identity.block', ann, ben)).toMatchObject({ following: [], followers: [] });
    expect(await look(ben, ann)).toEqual(ann.user);
    expect(await look(ann, ben)).toEqual(ben.user);
  });

  test('[M-15] makes a follow of the blocked person have no effect, with the reply of a success', async () => {
    const [ann, ben] = [await begin(), await begin()];
    await change('identity.block', ann, ben);
    expect(await change('identity.follow', ben, ann)).toEqual(ben.user);
    expect(await look(ben, ann)).toEqual(ann.user);
    await expect(change('identity.follow', ann, ben)).rejects.toMatchObject({
      code: 'block.own',
      message: messages.blockOwn,
    });
    await change('identity.unblock', ann, ben);
    expect(await change('identity.follow', ben, ann)).toMatchObject({ following: [ann.user.username] });
  });

  test('ends follows both ways too if the database goes away halfway', async () => {
    const [ann, ben] = [await begin(), await begin()];
    await change('identity.follow', ann, ben);
    await change('identity.follow', ben, ann);
    let loads = 0;
    world.database.onStatement = (name) => {
      if (name === 'commands.load' && ++loads > 1) throw new Error('Connection terminated');
    };
    await expect(change('identity.block', ann, ben)).rejects.toMatchObject({ code: 'service.unavailable' });
    world.database.onStatement = undefined;
    expect(namesIn(await list(ann))).toEqual([ben.user.username]);
    await until('nobody follows', async (saw) => {
      const { followers, following } = await look(ann, ann);
      return saw([...followers, ...following]).length === 0;
    });
  });

  test('leaves a follow that began after the block was lifted, even if its end is handled late', async () => {
    const [ann, ben] = [await begin(), await begin()];
    await change('identity.block', ann, ben);
    await change('identity.unblock', ann, ben);
    await change('identity.follow', ben, ann);
    const policy = 'policy:followEndings:identity';
    await waitForProjections(world.database, world.database, policy);
    await world.sql('update checkpoints set position = 0 where consumer = $1', [policy]);
    // The next event finds the gap.
    await begin();
    await waitForProjections(world.database, world.database, policy);
    expect(await look(ann, ann)).toMatchObject({ followers: [ben.user.username] });
  });

  test('follows that begin at the same moment end', async () => {
    for (let round = 0; round < 5; round++) {
      const [ann, ben] = [await begin(), await begin()];
      await Promise.all([change('identity.follow', ben, ann), change('identity.block', ann, ben)]);
      expect(await look(ann, ann)).toEqual(ann.user);
    }
  });

  test('an account that is deleted at the same moment is counted off once', async () => {
    for (let round = 0; round < 5; round++) {
      const [ann, ben] = [await begin(), await begin()];
      await change('identity.follow', ann, ben);
      await change('identity.follow', ben, ann);
      const { sessionId } = ben;
      const deleted = world.call('identity.deleteUser', {}, { as: actorOfGrant(ben), sessionId });
      await Promise.allSettled([change('identity.block', ann, ben), deleted]);
      expect(
        await world.sql('select followers, following from follow_counts where user_id = $1', [ann.user._id]),
      ).toEqual([{ followers: 0, following: 0 }]);
    }
  });

  test('the blocked person learns nothing from any read or live message', async () => {
    const [ann, ben] = [await begin(), await begin()];
    const reads = async (): Promise<unknown> => ({
      own: (await world.call('identity.getSession', {}, { as: actorOfGrant(ben), sessionId: ben.sessionId })).reply,
      other: await look(ben, ann),
      blocked: await list(ben),
    });
    const before = await reads();
    await change('identity.block', ann, ben);
    await change('identity.unblock', ann, ben);
    await change('identity.block', ann, ben);
    expect(await reads()).toEqual(before);
    const told = () =>
      world.published
        .flatMap(({ messages }) => messages)
        .filter(({ event, to }) => event === 'blockUpdate' && to.includes(`user:${ann.user._id}`));
    await until('the blocker’s other tabs', () => told().length >= 3);
    expect(told().map(({ to, payload }) => ({ to, payload }))).toEqual(
      [true, false, true].map((isBlocked) => ({
        to: [`user:${ann.user._id}`],
        payload: { username: ben.user.username, blocked: isBlocked },
      })),
    );
    const others = world.published
      .flatMap(({ messages }) => messages)
      .filter(({ to }) => !to.includes(`user:${ann.user._id}`))
      .filter(({ event, payload }) => event === 'blockUpdate' || JSON.stringify(payload).includes('unfollow'));
    expect(others.filter(({ payload }) => JSON.stringify(payload).includes(ben.user._id))).toEqual([]);
  });

  test('[U-5] erasing an account removes blocks by it and of it', async () => {
    const [ann, ben, cay] = [await begin(), await begin(), await begin()];
    await change('identity.block', ann, ben);
    await change('identity.block', ben, cay);
    await world.call('identity.deleteUser', {}, { as: actorOfGrant(ben), sessionId: ben.sessionId });
    expect(await list(ann)).toMatchObject({ rows: [], total: 0 });
    expect(await world.sql('select from blocks where $1 in (blocker_id, blocked_id)', [ben.user._id])).toEqual([]);
  });
});
