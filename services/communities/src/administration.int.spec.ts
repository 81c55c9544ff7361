import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Actor } from '@parlour/contracts/envelope';
import { messages } from '@parlour/contracts/messages';
import type { Page } from '@parlour/contracts/calls';
import type { PageRequest } from '@parlour/contracts/rpc';
import type { AdminCommunityWire } from '@parlour/contracts/site';
import { type CommunitiesWorld, noCommunity, startCommunities, unknownId } from './testing/communities-world.ts';

let world: CommunitiesWorld;
let olga: Actor;
beforeAll(async () => {
  world = await startCommunities();
  [olga] = (await world.people('Olga')) as [Actor];
  await world.identity({ type: 'OperatorAdded', data: { userId: olga.id } });
});
afterAll(() => world.close());

const all = async (request: Partial<PageRequest> & { search?: string } = {}): Promise<Page<AdminCommunityWire>> =>
  (await world.call('communities.getAll', { limit: 100, ...request }, { as: olga })).reply;
const close = async (communityId: string, as = olga): Promise<AdminCommunityWire> =>
  (await world.call('communities.closeAny', { communityId }, { as })).reply;
const log = async () => (await world.call('communities.getOperatorActs', { limit: 100 }, { as: olga })).reply;

describe('[BM-70, O-14] operators', () => {
  test('get all communities, also private and closed ones, the latest first, page by page', async () => {
    const { id: hidden, owner } = await world.cast('private');
    const { id: shown } = await world.cast('public');
    await world.call('communities.close', { communityId: hidden }, { as: owner });
    const { rows, total } = await all();
    expect(total).toBe(rows.length);
    expect(rows.slice(0, 2)).toMatchObject([
      { _id: shown, visibility: 'public', memberCount: 3, closedAt: null, readable: true },
      { _id: hidden, visibility: 'private', owner: owner.name, closedAt: expect.any(String), readable: false },
    ]);
    // Nothing of what they hold.
    expect(Object.keys(rows[0]!).toSorted()).toEqual(
      ['_id', 'name', 'visibility', 'owner', 'memberCount', 'createdAt', 'closedAt', 'readable'].toSorted(),
    );
    const first = await all({ limit: 1 });
    const second = await all({ limit: 1, cursor: first.next ?? '' });
    expect([...first.rows, ...second.rows]).toEqual(rows.slice(0, 2));
    expect(second.total).toBe(total);
    await expect(all({ cursor: 'x' })).rejects.toMatchObject({ code: 'request.invalid' });
  });

  test('find them by name alone, regardless of case, also if they are closed', async () => {
    const { owner } = await world.cast('public');
    const id = await world.create(owner, 'private', 'Zither 100%');
    await close(id);
    const found = await all({ search: 'ZITHER 100%' });
    expect([found.total, found.rows.map(({ _id }) => _id)]).toEqual([1, [id]]);
    // All descriptions have it.
    expect(await all({ search: 'About things' })).toMatchObject({ rows: [], total: 0 });
  });

  test.each(['public', 'private'] as const)(
    'close a %s one for good, which its log and the site’s say',
    async (kind) => {
      const { id, owner, member, other } = await world.cast(kind);
      const { name } = await world.read(owner, id);
      const before = await log();
      const { length } = await world.liveMessages();
      const closed = await close(id);
      expect(closed).toMatchObject({ _id: id, closedAt: expect.any(String), readable: kind === 'public' });
      await expect(world.poll(owner, id)).rejects.toMatchObject({ code: 'community.closed' });
      expect(await world.read(member, id)).toMatchObject({ closedAt: closed.closedAt });
      // As of any closing: its own people are told.
      const told = JSON.stringify((await world.liveMessages()).slice(length));
      for (const person of [owner, member]) expect(told).toContain(`"user:${person.id}"`);
      const { reply } = await world.call('communities.getModerationLog', { communityId: id, limit: 1 }, { as: owner });
      expect(reply.rows).toMatchObject([{ act: 'closed', by: olga.name }]);
      // Its name is free again.
      await expect(world.create(other, 'public', name)).resolves.toBeDefined();
      // Once is enough.
      expect(await close(id)).toEqual(closed);
      const { rows, total } = await log();
      expect(total).toBe(before.total + 1);
      expect(rows[0]).toEqual({
        _id: expect.any(String),
        act: 'communityClosed',
        by: olga.name,
        to: owner.name,
        community: name,
        at: closed.closedAt,
        position: expect.any(Number),
      });
    },
  );

  test('learn that there is no such community', async () => {
    await expect(close(unknownId)).rejects.toMatchObject(noCommunity);
  });

  test('what owners close themselves is not in the site’s log', async () => {
    const { id, owner } = await world.cast('public');
    const before = await log();
    await world.call('communities.close', { communityId: id }, { as: owner });
    expect(await log()).toEqual(before);
  });
});

test('[BM-70, O-5] for everybody else there are no such calls, and nothing is closed', async () => {
  const { id, ...people } = await world.cast('public');
  const unknown = { code: 'route.unknown', message: messages.notFound };
  for (const as of Object.values(people)) {
    await expect(close(id, as)).rejects.toMatchObject(unknown);
    await expect(world.call('communities.getAll', { limit: 30 }, { as })).rejects.toMatchObject(unknown);
    await expect(world.call('communities.getOperatorActs', { limit: 30 }, { as })).rejects.toMatchObject(unknown);
  }
  await expect(world.call('communities.getAll', { limit: 30 })).rejects.toMatchObject({ code: 'session.missing' });
  expect(await world.read(people.owner, id)).toMatchObject({ closedAt: null });
});
