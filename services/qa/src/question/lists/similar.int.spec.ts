import { personOf } from '@parlour/kernel/testing/people';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Actor } from '@parlour/contracts/envelope';
import { type QaWorld, startQa } from '../../testing/qa-world.ts';

let world: QaWorld;
const [ann, ben, anna] = [personOf('Ann'), personOf('Ben'), personOf('Änna')];

beforeAll(async () => {
  world = await startQa();
  await world.identity(
    ...[ann, ben, anna].map(({ id, name }) => ({ type: 'UserRegistered', data: { userId: id, name } }) as const),
  );
});
afterAll(() => world.close());

const similar = async (as: Actor, title: string) =>
  (await world.call('qa.similar', { title }, { as })).reply.map((row) => row.title);

test('[BW-7, Q-35] at most five questions like a title are suggested, of those one may see', async () => {
  for (let each = 1; each <= 6; each++) await world.ask(ann, { title: `Climbing roses ${each}` });
  await world.ask(ann, { title: 'Why do climbing roses droop', onlyFollowers: true });
  await world.ask(ann, { title: 'Sailing boats' });
  expect(await similar(ben, 'Do climbing roses droop?')).toEqual([6, 5, 4, 3, 2].map((n) => `Climbing roses ${n}`));
  expect((await similar(ann, 'Do climbing roses droop?'))[0]).toBe('Why do climbing roses droop');
  expect(await similar(ben, 'It is')).toEqual([]);
  expect(await similar(ben, '')).toEqual([]);
});
