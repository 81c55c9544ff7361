import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Actor } from '@parlour/contracts/envelope';
import type { FoundWire } from '@parlour/contracts/search/found';
import { type CommunitiesWorld, startCommunities } from '../testing/communities-world.ts';

let world: CommunitiesWorld;
beforeAll(async () => {
  world = await startCommunities();
});
afterAll(() => world.close());

async function find(as: Actor, q: string): Promise<readonly FoundWire[]> {
  const request = { q, type: 'communities', order: 'best', limit: 30 } as const;
  return (await world.call('communities.search', request, { as })).reply.rows;
}

async function titles(as: Actor, q: string): Promise<string[]> {
  return (await find(as, q)).map(({ title }) => title).toSorted();
}

test('[BF-1] communities are found by name and description, closed ones only by those who can read them', async () => {
  const [ann, ben] = (await world.people('Ann', 'Ben')) as [Actor, Actor];
  const id = await world.create(ann, 'public', 'Tide watchers');
  const closed = await world.create(ann, 'private', 'Closed tides');
  expect(await find(ben, 'watchers "about things"')).toEqual([
    {
      ...{ type: 'communities', id, title: 'Tide watchers', excerpt: '\u0001About\u0002 \u0001things\u0002' },
      ...{ url: `/community/${id}`, at: expect.any(String), by: 'Ann' },
    },
  ]);
  expect(await titles(ben, 'tide')).toEqual(['Closed tides', 'Tide watchers']);
  expect(await titles(ben, 'watch')).toEqual(['Tide watchers']);
  expect(await titles(ben, 'tch')).toEqual(['Tide watchers']);
  expect(await titles(ben, 'tide -closed')).toEqual(['Tide watchers']);
  expect(await titles(ben, 'user:ann -closed')).toEqual(['Tide watchers']);
  expect(await titles(ann, 'is:mine tide')).toEqual(['Closed tides', 'Tide watchers']);
  for (const q of ['is:mine', 'tide is:accepted', '[sea]', 'user:ben', '']) expect(await titles(ben, q)).toEqual([]);
  await world.call('communities.close', { communityId: closed }, { as: ann });
  expect(await titles(ben, 'tide')).toEqual(['Tide watchers']);
  expect(await titles(ann, 'tide')).toEqual(['Closed tides', 'Tide watchers']);
});
