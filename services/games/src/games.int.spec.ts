import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Actor } from '@parlour/contracts/envelope';
import { type GamesWorld, startGames } from './testing/games-world.ts';
import { shortGames } from './testing/short-games.ts';

let world: GamesWorld;
let ann: Actor, ben: Actor;
beforeAll(async () => {
  world = await startGames();
  [ann, ben] = await world.people('Ann', 'Ben');
});
afterAll(() => world.close());

test('a game from its creation to its end', async () => {
  const created = await world.create(ann);
  await world.join(ann, created.gameID);
  await world.join(ben, created.gameID);
  const over = await world.play([ann, ben], created.gameID, shortGames.Nim);
  expect(over.state.winners).toEqual(['Ben']);
});
