import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Actor } from '@parlour/contracts/envelope';
import type { GameRowWire } from '@parlour/contracts/games/games';
import type { Page } from '@parlour/contracts/rpc';
import { until } from '@parlour/kernel/testing/until';
import { type GamesWorld, startGames } from '../../testing/games-world.ts';

let world: GamesWorld;
beforeAll(async () => {
  world = await startGames();
});
afterAll(() => world.close());

async function played(as: Actor, username: string, request: object = {}): Promise<Page<GameRowWire>> {
  return (await world.call('games.getPlayed', { username, limit: 100, ...request }, { as })).reply;
}

describe('[BF-2] the games of a person', () => {
  let ann: Actor, ben: Actor, cay: Actor;
  let open: string[], secret: string, own: string;
  beforeAll(async () => {
    [ann, ben, cay] = await world.people('Ann', 'Ben', 'Cay');
    const first = await world.start([ann, ben]);
    const second = await world.start([ben, ann], { gameType: 'Chopsticks' });
    const third = await world.start([ben, cay]);
    await world.leave(ann, first.gameID);
    secret = (await world.start([ann, ben], { invited: ['Ben'] })).gameID;
    own = (await world.create(ann, { computer: 'easy' })).gameID;
    const waiting = await world.create(ann);
    await world.join(ann, waiting.gameID);
    open = [first.gameID, second.gameID];
    expect(third.players).toEqual(['Ben', 'Cay']);
  });

  const ids = async (as: Actor, username: string): Promise<[string[], number]> => {
    const { rows, total } = await played(as, username);
    return [rows.map(({ gameID }) => gameID), total];
  };

  test('are those that run or are over, the latest first, private ones only for whoever may know of them', async () => {
    expect(await ids(ann, 'ANN')).toEqual([[own, secret, ...open], 4]);
    expect(await ids(ben, 'Ann')).toEqual([[secret, ...open], 3]);
    expect(await ids(cay, 'Ann')).toEqual([open, 2]);
    expect(await ids(cay, 'nobody')).toEqual([[], 0]);
    expect((await played(cay, 'Ann')).rows[0]).toMatchObject({ players: ['Ann', 'Ben'], state: { winners: ['Ben'] } });
  });

  test('are none of those that ended while they waited', async () => {
    const [hal, ivy] = await world.people('Hal', 'Ivy');
    const withdrawn = await world.create(hal);
    await world.join(hal, withdrawn.gameID);
    await world.call('games.withdraw', { gameId: withdrawn.gameID }, { as: hal });
    const hosted = await world.create(ivy, { invited: ['Hal'] });
    await world.join(hal, hosted.gameID);
    const running = await world.start([hal, ivy]);
    const over = await world.start([hal, ivy]);
    await world.leave(ivy, over.gameID);
    const { gameID: rematch } = await world.rematch(hal, over.gameID);
    await world.decline(ivy, rematch);
    await world.identity({ type: 'UserDeleted', data: { userId: ivy.id } });
    await until('both ended', async () => {
      const ended = "select from games where ended_by = 'deleted' and id = any($1::text[])";
      return (await world.sql(ended, [[hosted.gameID, running.gameID]])).length === 2;
    });
    expect(await ids(hal, 'Hal')).toEqual([[running.gameID, over.gameID], 2]);
  });

  test.each([1, 2, 3])('are contiguous in pages of %i', async (limit) => {
    const read: string[] = [];
    let cursor: string | null | undefined;
    do {
      const page = await played(ann, 'Ann', { limit, ...(cursor ? { cursor } : {}) });
      expect(page.total).toBe(4);
      read.push(...page.rows.map(({ gameID }) => gameID));
      cursor = page.next;
    } while (cursor !== null);
    expect(read).toEqual([own, secret, ...open]);
    expect(await played(ann, 'Ann', { limit, cursor: '1.1' })).toEqual({ rows: [], total: 4, next: null });
    await expect(played(ann, 'Ann', { cursor: '1' })).rejects.toMatchObject({ code: 'request.invalid' });
  });
});

describe('[BF-2, U-9] the wins of two people against each other', () => {
  const scores = async (as: Actor, username: string) =>
    (await world.call('games.getScores', { username }, { as })).reply.scores;

  test('are those that count, by type of game, from the caller’s side', async () => {
    const [dan, eve, fay] = await world.people('Dan', 'Eve', 'Fay');
    const left = async (by: Actor, players: readonly [Actor, Actor], moves: number, changes = {}): Promise<void> => {
      const { gameID } = await world.start(players, changes);
      for (let n = 0; n < moves; n++) await world.move(players[n % 2 === 0 ? 0 : 1], gameID, { numObjects: 1 });
      await world.leave(by, gameID);
    };
    await left(eve, [dan, eve], 2);
    await left(eve, [eve, dan], 2, { invited: ['Dan'] });
    await left(dan, [eve, dan], 3);
    // Left before both had moved; another opponent; a game that runs.
    await left(eve, [dan, eve], 1);
    await left(fay, [dan, fay], 2);
    await world.start([dan, eve]);
    expect(await scores(dan, 'EVE')).toEqual([{ gameType: 'Nim', won: 2, lost: 1 }]);
    expect(await scores(eve, 'Dan')).toEqual([{ gameType: 'Nim', won: 1, lost: 2 }]);
    expect(await scores(eve, 'Fay')).toEqual([]);
    expect(await scores(eve, 'Eve')).toEqual([]);
    expect(await scores(eve, 'nobody')).toEqual([]);
  });
});
