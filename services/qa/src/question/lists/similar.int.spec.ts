import { personOf } from '@parlour/kernel/testing/people';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
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
beforeEach(async () => {
  await world.sql('truncate questions, question_terms, question_tags');
});

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

test('[BW-7, Q-35] rare words tell more than frequent ones, titles and tags more than texts, in any form', async () => {
  const height = 'A simple way to estimate the height of the tide';
  const lights = 'What do the lights of a lighthouse say?';
  await world.ask(ann, { title: height, text: 'Between high and low water.', tags: [{ name: 'navigation' }] });
  await world.ask(ann, { title: lights, text: 'At low water.', tags: [{ name: 'tides' }] });
  for (let each = 1; each <= 6; each++) {
    const text = 'A script of Python reads the table, and the index is never used.';
    await world.ask(ben, { title: `PostgreSQL ignores index ${each}`, text });
  }
  expect((await similar(ben, 'How do I read a tide table in Python?'))[0]).toBe(height);
  expect(await similar(ben, 'Reading the tides')).toEqual([lights, height]);
  expect(await similar(ben, 'Which table does the index ignore?')).toHaveLength(5);
});
