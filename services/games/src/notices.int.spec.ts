import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Actor } from '@parlour/contracts/envelope';
import { type GamesWorld, startGames, unknownId } from './testing/games-world.ts';
import { shortGames } from './testing/short-games.ts';

let world: GamesWorld;
beforeAll(async () => {
  world = await startGames();
});
afterAll(() => world.close());

const addressees = async (gameId: string) => (await world.call('games.getAddressees', { gameId }, {})).reply.userIds;

async function noticesOf(who: Actor, ...ids: readonly string[]) {
  const request = { userId: who.id, channel: 'push', kind: 'turn', ids, quotesPrivate: false } as const;
  return (await world.call('games.getNotices', request, {})).reply.rows;
}

test('[PU-2] whose turn it is may be told, as long as it is', async () => {
  const [ann, ben, cay] = await world.people('Ann', 'Ben', 'Cay');
  const { gameID } = await world.create(ann);
  await world.join(ann, gameID);
  expect(await addressees(gameID)).toEqual([]);
  await world.join(ben, gameID);
  const row = { path: `/games/${gameID}`, isPrivate: false, thread: gameID };
  expect(await addressees(gameID)).toEqual([ann.id]);
  expect(await noticesOf(ann, gameID, unknownId)).toMatchObject([
    { ...row, text: 'It is your turn against Ben in Nim.', actors: ['Ben'] },
  ]);
  expect(await noticesOf(ben, gameID)).toEqual([]);
  expect(await noticesOf(cay, gameID)).toEqual([]);
  await world.move(ann, gameID, { numObjects: 1 });
  expect(await addressees(gameID)).toEqual([ben.id]);
  expect(await noticesOf(ben, gameID)).toMatchObject([{ text: 'It is your turn against Ann in Nim.' }]);
  expect(await noticesOf(ann, gameID)).toEqual([]);
  await world.leave(ben, gameID);
  expect(await addressees(gameID)).toEqual([]);
  expect(await noticesOf(ben, gameID)).toEqual([]);
});

test('of a private game its names are not told; of one that is over, or against the computer, nothing', async () => {
  const [dan, eve] = await world.people('Dan', 'Eve');
  const { gameID } = await world.start([dan, eve], { invited: ['Eve'] });
  expect(await noticesOf(dan, gameID)).toMatchObject([{ isPrivate: true }]);
  await world.play([dan, eve], gameID, shortGames.Nim);
  expect(await addressees(gameID)).toEqual([]);
  const { gameID: alone } = await world.create(dan, { computer: 'easy' });
  expect(await addressees(alone)).toEqual([]);
  expect(await noticesOf(dan, alone)).toEqual([]);
});
