import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { FoundWire } from '@parlour/contracts/search/found';
import { actorOfGrant, type IdentityWorld, startIdentity } from '../testing/identity-world.ts';

let world: IdentityWorld;
beforeAll(async () => {
  world = await startIdentity();
});
afterAll(() => world.close());

test('[BF-1] people are found by a part of their name, and by the words of their biography', async () => {
  const lee = await world.signup('Ann Lee');
  const as = actorOfGrant(lee);
  await world.signup('Joanna');
  await world.call('identity.updateBiography', { biography: 'I sail with the **tides**.' }, { as });
  const find = async (q: string): Promise<readonly FoundWire[]> =>
    (await world.call('identity.search', { q, type: 'people', order: 'best', limit: 30 }, { as })).reply.rows;
  const names = async (q: string): Promise<string[]> => (await find(q)).map(({ title }) => title);
  expect(await find('sailing tide')).toEqual([
    {
      ...{ type: 'people', id: as.id, title: 'Ann Lee', excerpt: 'I \u0001sail\u0002 with the \u0001tides\u0002.' },
      ...{ url: '/user/Ann%20Lee', at: expect.any(String), by: null },
    },
  ]);
  expect((await names('ANN')).toSorted()).toEqual(['Ann Lee', 'Joanna']);
  expect(await names('joanna')).toEqual(['Joanna']);
  expect(await names('ann -tide')).toEqual(['Joanna']);
  expect(await names('"the tides"')).toEqual(['Ann Lee']);
  expect(await names('user:"ann lee"')).toEqual(['Ann Lee']);
  expect(await names('is:mine')).toEqual(['Ann Lee']);
  for (const q of ['"tides the"', '[sea]', 'is:accepted ann', '%', '']) expect(await names(q)).toEqual([]);
  await world.call('identity.updateBiography', { biography: '' }, { as });
  expect(await names('tides')).toEqual([]);
});
