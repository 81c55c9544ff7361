import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Actor } from '@parlour/contracts/envelope';
import type { GameStatus } from '@parlour/contracts/games/games';
import { limits } from '@parlour/contracts/limits';
import type { Rpc } from '@parlour/contracts/rpc';
import { type GamesWorld, startGames } from './testing/games-world.ts';

type Request = Partial<Rpc['games.getGames']['request']>;

let world: GamesWorld;
let ann: Actor, ben: Actor, cay: Actor;
beforeAll(async () => {
  world = await startGames();
  [ann, ben, cay] = await world.people('Ann', 'Ben', 'Cay');
});
afterAll(() => world.close());

/** All pages of a list, with this many rows each. */
async function paged(as: Actor, request: Request, limit: number): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await world.list(as, { ...request, limit, ...(cursor === undefined ? {} : { cursor }) });
    expect(page.rows.length).toBeLessThanOrEqual(limit);
    ids.push(...page.rows.map((row) => row.gameID));
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
  return ids;
}

describe('[G-6] lists', () => {
  let waiting: string[], running: string[], over: string[], nim: string[];
  beforeAll(async () => {
    const make = async (count: number): Promise<string[]> => {
      const ids: string[] = [];
      for (let n = 0; n < count; n++) {
        ids.push((await world.create(ann, { gameType: n % 2 === 0 ? 'Nim' : 'TicTacToe' })).gameID);
      }
      return ids;
    };
    const [first, second, third] = [await make(5), await make(4), await make(3)];
    for (const id of [...second, ...third]) {
      await world.join(ann, id);
      await world.join(ben, id);
    }
    for (const id of third) await world.leave(ann, id);
    // The first one is touched last, so it comes first.
    await world.join(cay, first[0] ?? '');
    // A move does not change lists.
    await world.move(ann, second[0] ?? '', { numObjects: 1 });
    waiting = [first[0] ?? '', ...first.slice(1).reverse()];
    running = second.toReversed();
    over = third.toReversed();
    nim = [first[0] ?? '', first[4] ?? '', first[2] ?? '', second[2] ?? '', second[0] ?? ''];
    await world.create(ann, { invited: ['Ben'] });
    await world.create(ann, { computer: 'easy' });
    await world.leave(ann, (await world.create(ann, { computer: 'easy' })).gameID);
    // Games that never began are in no list.
    for (const invited of [undefined, ['Ben']]) {
      const { gameID } = await world.create(ann, invited && { invited });
      await world.call('games.withdraw', { gameId: gameID }, { as: ann });
    }
  });

  test.each([
    ['waiting games, then running ones', {}, () => [...waiting, ...running]],
    ['games of one type', { gameType: 'Nim' }, () => nim],
    ['waiting games', { status: 'WAITING_TO_START' }, () => waiting],
    ['running games', { status: 'IN_PROGRESS' }, () => running],
    ['finished games, on request', { status: 'OVER' }, () => over],
    ['finished games of one type', { status: 'OVER', gameType: 'TicTacToe' }, () => over.slice(1, 2)],
    ['a type without games', { gameType: 'Chopsticks' }, () => []],
  ] as const)('%s, by latest activity, in contiguous pages', async (_, request, expected) => {
    const ids = expected();
    expect(await world.ids(cay, request)).toEqual(ids);
    for (const limit of [1, 2, 3, 10]) expect(await paged(cay, request, limit)).toEqual(ids);
    expect((await world.list(cay, { ...request, limit: 1 })).total).toBe(ids.length);
    const rank = ['WAITING_TO_START', 'IN_PROGRESS', 'OVER'].indexOf(
      'status' in request ? request.status : 'IN_PROGRESS',
    );
    const behind = await world.list(cay, { ...request, cursor: `${rank}.1.1` });
    expect(behind).toEqual({ rows: [], total: ids.length, next: null });
  });

  test('rows are games without moves', async () => {
    const { rows } = await world.list(cay, { status: 'IN_PROGRESS' });
    const row = rows.find(({ gameID }) => gameID === running.at(-1));
    const game = await world.get(cay, row?.gameID ?? '');
    const { moves, remainingObjects, ...state } = game.state;
    expect([moves.length, remainingObjects]).toEqual([1, 20]);
    expect(row).toEqual({ ...game, state });
  });

  test('private and hosted ones, with one’s own against the computer', async () => {
    const list = async (as: Actor, visibility: 'Private' | 'Host', more: Request = {}) => {
      const { rows, total } = await world.list(as, { visibility, ...more });
      return [rows.map((row) => row.state.status), total];
    };
    const both: unknown = [['WAITING_TO_START', 'IN_PROGRESS'], 2];
    expect(await list(ann, 'Private')).toEqual(both);
    expect(await list(ann, 'Host')).toEqual(both);
    expect(await list(ann, 'Host', { status: 'IN_PROGRESS' })).toEqual([['IN_PROGRESS'], 1]);
    expect(await list(ann, 'Host', { status: 'OVER' })).toEqual([['OVER'], 1]);
    expect(await list(ben, 'Private', { status: 'OVER' })).toEqual([[], 0]);
    expect(await list(ann, 'Private', { gameType: 'TicTacToe' })).toEqual([[], 0]);
    expect(await list(ben, 'Private')).toEqual([['WAITING_TO_START'], 1]);
    expect(await list(ben, 'Host')).toEqual([[], 0]);
    expect(await paged(ann, { visibility: 'Private' }, 1)).toHaveLength(2);
  });

  test('a waiting game without activity for a day is gone, and comes back with activity', async () => {
    const [lobby, guests] = [await world.create(ann), await world.create(ann, { invited: ['Ben'] })];
    const age = (hours: number): Promise<unknown> =>
      Promise.all([
        ...['games', 'game_viewers'].map((table) =>
          world.sql(
            `update ${table} set listed_at = now() - make_interval(hours => $1, mins => -1) where ${
              table === 'games' ? 'id' : 'game_id'
            } = any($2)`,
            [hours, [lobby.gameID, guests.gameID]],
          ),
        ),
      ]);
    const seen = async (): Promise<unknown[]> => [
      (await world.ids(cay)).includes(lobby.gameID),
      (await world.ids(ben, { visibility: 'Private' })).includes(guests.gameID),
      (await world.list(cay)).total,
      (await world.list(ben, { visibility: 'Private' })).total,
    ];
    await age(limits.waitingGameHours);
    expect(await seen()).toEqual([true, true, 10, 2]);
    await age(limits.waitingGameHours + 1);
    expect(await seen()).toEqual([false, false, 9, 1]);
    await world.join(cay, lobby.gameID);
    await world.join(ben, guests.gameID);
    expect(await seen()).toEqual([true, true, 10, 2]);
    await world.join(ben, lobby.gameID);
    await age(100);
    // Running games stay.
    expect(await seen()).toEqual([true, false, 10, 1]);
  });

  test('refuse an unknown type, and an invalid cursor', async () => {
    await expect(world.list(ann, { gameType: 'Go' })).rejects.toMatchObject({ code: 'game.type' });
    const cursors = ['', '1', '0.1', 'x.1.1', '3.1.1', '0.1.1; select', `0.${'9'.repeat(15)}.1`, '-1.1.1', '2.1.1'];
    for (const cursor of cursors) {
      await expect(world.list(ann, { cursor })).rejects.toMatchObject({ code: 'request.invalid' });
    }
    const statuses: GameStatus[] = ['WAITING_TO_START', 'IN_PROGRESS'];
    for (const [rank, status] of statuses.entries()) {
      await expect(world.list(ann, { status, cursor: `${1 - rank}.1.1` })).rejects.toMatchObject({
        code: 'request.invalid',
      });
    }
  });
});

test('one’s own running games are those on turn first, then the others', async () => {
  const [gus, hal, ike] = await world.people('Gus', 'Hal', 'Ike');
  const mine = async (as: Actor): Promise<string[]> =>
    (await world.call('games.mine', {}, { as })).reply.games.map((game) => game.gameID);
  const first = await world.start([gus, hal]);
  const second = await world.start([hal, gus]);
  const third = await world.start([gus, hal], { invited: ['Hal'] });
  const waiting = await world.create(gus);
  await world.join(gus, waiting.gameID);
  const over = await world.start([gus, hal]);
  await world.leave(gus, over.gameID);
  expect(await mine(gus)).toEqual([third, first, second].map((game) => game.gameID));
  expect(await mine(hal)).toEqual([second, third, first].map((game) => game.gameID));
  await world.move(hal, second.gameID, { numObjects: 1 });
  await world.move(gus, third.gameID, { numObjects: 1 });
  expect(await mine(gus)).toEqual([second, first, third].map((game) => game.gameID));
  expect(await mine(hal)).toEqual([third, second, first].map((game) => game.gameID));
  expect(await mine(ike)).toEqual([]);
});
