import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Actor } from '@parlour/contracts/envelope';
import { type CommunitiesWorld, startCommunities } from './testing/communities-world.ts';

let world: CommunitiesWorld;
let olga: Actor;
let ann: Actor;
let ben: Actor;
let cay: Actor;
beforeAll(async () => {
  world = await startCommunities();
  [olga, ann, ben, cay] = await world.people('Olga', 'Ann', 'Ben', 'Cay');
  await world.identity({ type: 'OperatorAdded', data: { userId: olga.id } });
});
afterAll(() => world.close());

const find = async (...names: string[]) =>
  (await world.call('communities.findNamed', { names }, { as: olga })).reply.communities;

const admit = async (members: readonly { userId: string; communityIds: readonly string[] }[], dryRun = false) =>
  (await world.call('communities.admitListed', { members, dryRun }, { as: olga })).reply.joined;

describe('[IN-2] communities of a list', () => {
  test('are unknown to everybody but operators', async () => {
    for (const [name, request] of [
      ['communities.findNamed', { names: [] }],
      ['communities.admitListed', { members: [], dryRun: true }],
    ] as const) {
      await expect(world.call(name, request, { as: ann })).rejects.toMatchObject({ code: 'route.unknown' });
    }
  });

  test('are found by their names, private ones too, but not closed ones', async () => {
    const bakers = await world.create(ann, 'private', 'The Bakers');
    const closed = await world.create(ann, 'public', 'The Millers');
    await world.call('communities.close', { communityId: closed }, { as: ann });
    expect(await find('  the   BAKERS', 'The Millers', 'a\0b', '')).toEqual([
      { _id: bakers, name: 'The Bakers' },
      null,
      null,
      null,
    ]);
  });

  test('take people once, and those who have left or are banned not again', async () => {
    const [first, second] = [await world.create(ann, 'private'), await world.create(ann, 'public')];
    await world.change(ben, second, 'members', 'add');
    await world.change(ben, second, 'members', 'remove');
    await world.change(ann, second, 'bannedMembers', 'add', cay);
    await world.change(cay, first, 'pendingMembers', 'add');
    const members = [ann, ben, cay].map(({ id: userId }) => ({ userId, communityIds: [first, second] }));
    const joined = [[], [first], [first]];
    expect(await admit(members, true)).toEqual(joined);
    expect((await world.read(ann, first)).members).toEqual(['Ann']);
    expect(await admit(members)).toEqual(joined);
    expect(await admit(members)).toEqual([[], [], []]);
    expect([...(await world.read(ann, first)).members].sort()).toEqual(['Ann', 'Ben', 'Cay']);
    expect((await world.read(ann, second)).members).toEqual(['Ann']);
    const log = await world.call('communities.getModerationLog', { communityId: first, limit: 30 }, { as: ann });
    expect(log.reply.rows.filter(({ by }) => by === 'Olga')).toHaveLength(2);
  });
});
