import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Actor } from '@parlour/contracts/envelope';
import { messages } from '@parlour/contracts/messages';
import { type GamesWorld, startGames } from './testing/games-world.ts';
import { shortGames } from './testing/short-games.ts';

const unavailable = { code: 'person.unavailable', message: messages.personUnavailable };
const ownBlock = { code: 'block.own', message: messages.blockOwn };

let world: GamesWorld;
let ann: Actor, ben: Actor, cay: Actor;
beforeAll(async () => {
  world = await startGames();
  [ann, ben, cay] = await world.people('Ann', 'Ben', 'Cay');
});
afterAll(() => world.close());

const change = (type: 'UserBlocked' | 'UserUnblocked', by: Actor, whom: Actor) =>
  world.identity({ type, data: { blockerId: by.id, blockedId: whom.id } });

test('[BM-20, M-16] nobody invites somebody behind a block, or asks them for a rematch', async () => {
  const { gameID: played } = await world.start([ann, ben]);
  await world.play([ann, ben], played, shortGames.Nim);
  const { gameID } = await world.create(ben, { invited: ['Cay'] });
  await change('UserBlocked', ann, ben);
  const head = await world.sql('select position from head');
  await expect(world.create(ben, { invited: ['Cay', 'Ann'] })).rejects.toMatchObject(unavailable);
  await expect(world.invite(ben, gameID, 'ann')).rejects.toMatchObject(unavailable);
  await expect(world.rematch(ben, played)).rejects.toMatchObject(unavailable);
  await expect(world.create(ann, { invited: ['Ben'] })).rejects.toMatchObject(ownBlock);
  await expect(world.rematch(ann, played)).rejects.toMatchObject(ownBlock);
  expect(await world.sql('select position from head')).toEqual(head);
  expect(await world.get(cay, gameID)).toMatchObject({ invitedPlayers: ['Cay'] });
  await change('UserUnblocked', ann, ben);
  expect(await world.invite(ben, gameID, 'ann')).toMatchObject({ invitedPlayers: ['Cay', 'Ann'] });
});

test('[M-16] nobody sits down behind a block in a rematch that waits, by whichever call', async () => {
  const { gameID: played } = await world.start([ann, cay]);
  await world.play([ann, cay], played, shortGames.Nim);
  const { gameID: rematch } = await world.rematch(ann, played);
  await change('UserBlocked', ann, cay);
  await expect(world.join(cay, rematch)).rejects.toMatchObject(unavailable);
  await expect(world.rematch(cay, played)).rejects.toMatchObject(unavailable);
  const { gameID: open } = await world.create(ann);
  await world.join(ann, open);
  expect(await world.join(cay, open)).toMatchObject({ players: ['Ann', 'Cay'] });
  await change('UserUnblocked', ann, cay);
  expect(await world.join(cay, rematch)).toMatchObject({ players: ['Cay', 'Ann'] });
});

test('[BM-20] games that are going on go on', async () => {
  const { gameID } = await world.start([ben, cay]);
  await change('UserBlocked', cay, ben);
  expect(await world.move(ben, gameID, { numObjects: 1 })).toMatchObject({ gameID });
});
