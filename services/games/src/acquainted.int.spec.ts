import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Actor } from '@parlour/contracts/envelope';
import { type GamesWorld, startGames } from './testing/games-world.ts';
import { shortGames } from './testing/short-games.ts';

let world: GamesWorld;
beforeAll(async () => {
  world = await startGames();
});
afterAll(() => world.close());

async function acquaintedWith(who: Actor): Promise<readonly string[]> {
  return (await world.call('games.acquainted', { usernames: ['ANN', 'Ben', 'Cay', 'Nobody'] }, { as: who })).reply
    .userIds;
}

test('[BG-4, P-9] who plays with somebody, until the game is over', async () => {
  const [ann, ben, cay] = await world.people('Ann', 'Ben', 'Cay');
  const { gameID } = await world.start([ann, ben]);
  await world.create(cay, { invited: ['Ann'] });
  expect(await acquaintedWith(ann)).toEqual([ben.id]);
  expect(await acquaintedWith(ben)).toEqual([ann.id]);
  expect(await acquaintedWith(cay)).toEqual([]);
  await world.play([ann, ben], gameID, shortGames.Nim);
  expect(await acquaintedWith(ann)).toEqual([]);
});
