import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Actor } from '@parlour/contracts/envelope';
import { personOf, type QaWorld, startQa, unknownId } from '../testing/qa-world.ts';

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

test('[BW-7, Q-35] tags are completed from those that one may see, the most used first', async () => {
  for (const names of ['Sea seal', 'SEA', 'moon']) {
    await world.ask(ben, { tags: names.split(' ').map((name) => ({ name })) });
  }
  await world.ask(ann, { tags: [{ name: 'secret' }], onlyFollowers: true });
  const complete = async (as: Actor, prefix: string) =>
    (await world.call('qa.completeTag', { prefix }, { as })).reply.map(({ name, qcnt }) => `${name} ${qcnt}`);
  expect(await complete(ben, 'SE')).toEqual(['Sea 2', 'seal 1']);
  expect(await complete(ann, 'se')).toEqual(['Sea 2', 'seal 1', 'secret 1']);
  expect(await complete(ben, 'ea')).toEqual([]);
  expect(await complete(ben, ' ')).toEqual([]);
});

test('[BW-7, Q-35] people are completed, of a question those who may see it', async () => {
  const complete = async (as: Actor, prefix: string, qid?: string) =>
    (await world.call('qa.completeUser', { prefix, ...(qid !== undefined && { qid }) }, { as })).reply.map(
      ({ username }) => username,
    );
  expect(await complete(ben, 'A')).toEqual(['Ann']);
  expect(await complete(ben, 'ä')).toEqual(['Änna']);
  const open = await world.ask(ann);
  const secret = await world.ask(ann, { onlyFollowers: true });
  await world.follow(ben, ann);
  expect(await complete(ben, 'ä', open)).toEqual(['Änna']);
  expect(await complete(ben, 'ä', secret)).toEqual([]);
  expect(await complete(ann, 'b', secret)).toEqual(['Ben']);
  expect(await complete(anna, 'b', secret)).toEqual([]);
  expect(await complete(ann, 'b', unknownId)).toEqual([]);
});
