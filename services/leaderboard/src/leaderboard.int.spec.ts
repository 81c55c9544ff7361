import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { GameType } from '@parlour/contracts/games/games';
import { messages } from '@parlour/contracts/messages';
import { eventTypes } from '@parlour/contracts/event-types';
import { envelopesOf } from '@parlour/kernel/testing/envelopes';
import { describeViewContract, readTables } from '@parlour/kernel/testing/view-contract';
import { rebuildView } from '@parlour/kernel/view/rebuild';
import { leaderboardMigrations } from './leaderboard.module.ts';
import { ended, type LeaderboardWorld, looker, startLeaderboard } from './testing/leaderboard-world.ts';
import { readLeaderboard } from './wins/leaderboard.queries.ts';
import { periodView, winView } from './wins/win.projection.ts';

const history = [
  ended(['ann']),
  ended(['ann']),
  ended(['ben'], true, 'Chopsticks'),
  ended(['ann'], false),
  ended([]),
  ended(['computer']),
  ended(['ben']),
  ended(['cay'], true, 'TicTacToe'),
  ended(['ann'], true, 'TicTacToe'),
  ended(['ben']),
  ended(['ann']),
];

describeViewContract(winView, leaderboardMigrations, history);

const days = ['2026-03-01', '2026-03-31', '2026-04-01', '2026-04-05', '2026-04-06', '2026-05-01'];
const spread = history.map((event, index) => ({
  ...event,
  occurredAt: `${days[index % days.length]}T${index % 2 === 0 ? '00:00:00.000' : '23:59:59.999'}Z`,
}));

describeViewContract(periodView, leaderboardMigrations, spread);

let world: LeaderboardWorld;
beforeAll(async () => {
  world = await startLeaderboard();
});
// The list contains everybody, so it is emptied before each test.
beforeEach(() => world.sql('truncate people, follows, wins, win_counts, period_wins, period_win_counts'));
afterAll(() => world.close());

/** The rows as `name wins rank`. */
async function rows(...asked: Parameters<LeaderboardWorld['board']>): Promise<string[]> {
  return (await world.board(...asked)).rows.map((row) => `${row.username} ${row.wins} ${row.globalRank}`);
}

const leave = (userId: string) => ({ type: 'UserDeleted', data: { userId } }) as const;
const follow = (followedId: string, followerId = looker.id) =>
  ({ type: 'UserFollowed', data: { followerId, followedId } }) as const;

test('[EN-5, L-2] sorts by wins, then by name; equal wins share a rank, and the next rank is skipped', async () => {
  await world.join('dan', 'Ben', 'ann', 'Cay', 'eve');
  await world.win('ann');
  await world.win('Cay', 2);
  await world.win('Ben', 2);
  await world.win('dan', 3, 'Chopsticks');
  expect(await rows()).toEqual(['dan 3 1', 'Ben 2 2', 'Cay 2 2', 'ann 1 4']);
  expect(await rows({ gameType: 'Nim' })).toEqual(['Ben 2 1', 'Cay 2 1', 'ann 1 3']);
  expect(await rows({ gameType: 'Chopsticks' })).toEqual(['dan 3 1']);
  expect(await world.board({ gameType: 'TicTacToe' })).toEqual({ rows: [], total: 0, next: null });
});

test('compares names case-insensitively, the same on every machine', async () => {
  await world.join('zoe', 'Émile', 'adam', 'Zed', 'BOB', 'Ａmy');
  for (const name of ['zoe', 'Émile', 'adam', 'Zed', 'BOB', 'Ａmy']) await world.win(name);
  const names = (await world.board()).rows.map((row) => row.username);
  expect(names).toEqual(['adam', 'Ａmy', 'BOB', 'Zed', 'zoe', 'Émile']);
});

test('[G-5] does not count draws, wins without play, nor games against the computer', async () => {
  await world.join('ann', 'ben');
  await world.games(ended(['ann'], false), ended([]), ended(['computer']), ended(['ben']));
  expect(await rows()).toEqual(['ben 1 1']);
  expect((await world.board()).total).toBe(1);
  expect(await world.wins('ann')).toBe(0);
});

describe('[L-4] the leaderboard of a month or a week', () => {
  const at = (occurredAt: string, winner: string, gameType: GameType = 'Nim') => ({
    ...ended([winner], true, gameType),
    occurredAt,
  });
  const board = async (now: string, request: object): Promise<string[]> => {
    const whole = { limit: 100, followingOnly: false, ...request };
    const { rows, total } = await readLeaderboard(world.database, whole, looker.id, new Date(now));
    const list = rows.parse().map(({ username, wins, globalRank }) => `${username} ${wins} ${globalRank}`);
    expect(total).toBe(list.length);
    return list;
  };
  beforeEach(async () => {
    await world.join('ann', 'ben', 'cay');
    await world.games(
      at('2026-03-29T23:59:59.999Z', 'ann'),
      at('2026-03-30T00:00:00.000Z', 'ben'),
      at('2026-03-31T23:59:59.999Z', 'ben', 'TicTacToe'),
      at('2026-04-01T00:00:00.000Z', 'cay'),
      { ...at('2026-04-01T00:00:00.000Z', 'ann'), ...ended(['ann'], false) },
    );
    // The games are applied before the next call.
    await world.wins('ann');
  });

  test('has the wins of that time, ranked as those of all time', async () => {
    expect(await board('2026-04-02T12:00:00.000Z', { period: 'week' })).toEqual(['ben 2 1', 'cay 1 2']);
    expect(await board('2026-04-02T12:00:00.000Z', { period: 'month' })).toEqual(['cay 1 1']);
    expect(await board('2026-03-29T12:00:00.000Z', { period: 'week' })).toEqual(['ann 1 1']);
    expect(await board('2026-03-29T12:00:00.000Z', { period: 'month' })).toEqual(['ben 2 1', 'ann 1 2']);
    expect(await board('2026-05-01T12:00:00.000Z', { period: 'month' })).toEqual([]);
    expect(await board('2026-05-01T12:00:00.000Z', { period: 'all' })).toEqual(['ben 2 1', 'ann 1 2', 'cay 1 2']);
  });

  test('by type of game, only of followed people, and without deleted accounts', async () => {
    const week = { period: 'week' };
    expect(await board('2026-04-02T12:00:00.000Z', { ...week, gameType: 'TicTacToe' })).toEqual(['ben 1 1']);
    await world.identity(follow('cay'));
    await world.wins('ann');
    expect(await board('2026-04-02T12:00:00.000Z', { ...week, followingOnly: true })).toEqual(['cay 1 2']);
    await world.identity(leave('ben'));
    await world.wins('ann');
    expect(await board('2026-04-02T12:00:00.000Z', week)).toEqual(['cay 1 1']);
  });

  test('is asked for by its period', async () => {
    for (const period of ['week', 'month'] as const) {
      expect((await world.board({ period })).rows).toEqual([]);
      await world.games({ ...at(new Date().toISOString(), 'ann') });
      expect((await world.board({ period })).rows).toHaveLength(1);
      await world.sql('truncate period_wins, period_win_counts');
    }
  });
});

test('returns the wins of a person, case-insensitively, for one type of game or all', async () => {
  await world.join('Ann', 'Ben');
  await world.win('Ann', 2);
  await world.win('Ann', 3, 'TicTacToe');
  expect(await world.wins('ANN')).toBe(5);
  expect(await world.wins('Ann', 'Nim')).toBe(2);
  expect(await world.wins('Ann', 'Chopsticks')).toBe(0);
  expect(await world.wins('Ben')).toBe(0);
  const byGame = async (username: string) => (await world.call('leaderboard.getWins', { username })).reply.byGame;
  expect(await byGame('ann')).toEqual([
    { gameType: 'TicTacToe', wins: 3 },
    { gameType: 'Nim', wins: 2 },
  ]);
  expect(await byGame('Ben')).toEqual([]);
  await expect(world.wins('nobody')).rejects.toMatchObject({ code: 'user.unknown' });
});

test.each(['nim', 'all', '', 'Go'])('[TX-39, L-2] refuses an unknown type of game: "%s"', async (gameType) => {
  await world.join('Ann');
  const refused = { code: 'game.type', message: messages.gameTypeInvalid };
  await expect(world.wins('Ann', gameType)).rejects.toMatchObject(refused);
  await expect(world.board({ gameType })).rejects.toMatchObject(refused);
  await expect(world.board({ gameType, followingOnly: true })).rejects.toMatchObject(refused);
});

describe('[U-5] a deleted account', () => {
  test('is in no list and no total, does not affect ranks, and is unknown', async () => {
    await world.join('ann', 'ben', 'cay', 'dan');
    await world.win('ann', 5);
    await world.win('ben', 3);
    await world.win('cay', 3);
    await world.win('dan', 1);
    await world.identity(leave('ann'), leave('cay'));
    expect(await rows()).toEqual(['ben 3 1', 'dan 1 2']);
    expect((await world.board()).total).toBe(2);
    await world.identity(follow('dan'), follow('cay'));
    expect(await rows({ followingOnly: true })).toEqual(['dan 1 2']);
    // Nor is it found by its former name.
    for (const name of ['ann', '']) await expect(world.wins(name)).rejects.toMatchObject({ code: 'user.unknown' });
  });

  test('leaves pages full, even if a whole number of wins is gone', async () => {
    const names = Array.from({ length: 40 }, (_, n) => `p${String(n).padStart(2, '0')}`);
    await world.join(...names);
    for (const [n, name] of names.entries()) await world.win(name, 40 - n);
    await world.identity(...names.slice(2, 10).map(leave));
    const board = await world.board({ limit: 5 });
    expect(board.rows.map((row) => row.username)).toEqual(['p00', 'p01', 'p10', 'p11', 'p12']);
    expect(board.rows.map((row) => row.globalRank)).toEqual([1, 2, 3, 4, 5]);
    expect(board.total).toBe(32);
  });
});

describe('only people the viewer follows', () => {
  test('[L-2] keep their rank among everybody, without the viewer', async () => {
    await world.join('ann', 'ben', 'cay', 'dan', looker.id);
    await world.win('ann', 5);
    await world.win(looker.id, 4);
    await world.win('ben', 3);
    await world.win('cay', 3);
    await world.identity(follow('cay'), follow('ann'), follow('dan'), follow('ben', 'somebody'));
    expect(await rows({ followingOnly: true })).toEqual(['ann 5 1', 'cay 3 3']);
    expect((await world.board({ followingOnly: true })).total).toBe(2);
    expect(await rows({ followingOnly: true }, { id: 'somebody', name: 'Somebody' })).toEqual(['ben 3 3']);
  });

  test('leave the list when unfollowed', async () => {
    await world.join('ann', 'ben');
    await world.win('ann');
    await world.win('ben');
    await world.identity(follow('ann'), follow('ben'));
    await world.identity({ type: 'UserUnfollowed', data: { followerId: looker.id, followedId: 'ann' } });
    expect(await rows({ followingOnly: true })).toEqual(['ben 1 1']);
  });
});

describe('pages', () => {
  const names = Array.from({ length: 25 }, (_, n) => `p${String.fromCodePoint(97 + ((n * 7) % 25))}`);

  test.each([true, false])('are contiguous, whatever their size (following only: %s)', async (followingOnly) => {
    await world.join(...names);
    for (const [n, name] of names.entries()) await world.win(name, 1 + (n % 4));
    await world.identity(...names.map((name) => follow(name)));
    const whole = await world.board({ followingOnly });
    expect(whole.rows).toHaveLength(25);
    const sorted = [...whole.rows].sort((a, b) => b.wins - a.wins || (a.username < b.username ? -1 : 1));
    expect(whole.rows).toEqual(sorted);
    expect(whole).toMatchObject({ total: 25, next: null });
    for (const limit of [1, 4, 7, 24, 25]) {
      const joined: unknown[] = [];
      let cursor: string | null | undefined;
      do {
        const page = await world.board({ limit, followingOnly, ...(cursor ? { cursor } : {}) });
        expect(page.rows.length).toBeLessThanOrEqual(limit);
        expect(page.total).toBe(25);
        joined.push(...page.rows);
        cursor = page.next;
      } while (cursor !== null);
      expect(joined).toEqual(whole.rows);
    }
    expect(await world.board({ followingOnly, cursor: '1.~' })).toEqual({ rows: [], total: 25, next: null });
  });

  test.each(['', 'x', '1', '1.', '.pa', '9999999999.pa', '1.a\0b'])('refuse an invalid cursor: %j', async (cursor) => {
    for (const followingOnly of [true, false]) {
      const code = cursor.includes('\0') ? 'request.illFormedText' : 'request.invalid';
      await expect(world.board({ cursor, followingOnly })).rejects.toMatchObject({ code });
    }
  });
});

test('nothing works without a session', async () => {
  const request = { limit: 10, followingOnly: false };
  const nobody = { as: undefined as never }; // the world's own caller is left out
  await expect(world.call('leaderboard.getLeaderboard', request, nobody)).rejects.toMatchObject({
    code: 'session.missing',
  });
});

test('[L-3] a rebuilt table equals the live one', async () => {
  // Its logs begin with these events.
  const world = await startLeaderboard();
  await world.join('ann', 'ben', 'cay');
  await world.identity(follow('ann'), leave('ben'));
  await world.games(...history);
  expect(await world.wins('ann')).toBe(4);
  const tables = ['wins', 'win_counts', 'period_wins', 'period_win_counts', 'follows', 'people'];
  const served = await readTables(world.database, tables);
  const log = envelopesOf('games', history);
  const [checkpoint] = await world.sql<{ log_id: string }>(
    `select log_id from checkpoints where consumer = 'views:games'`,
  );
  const logId = checkpoint?.log_id ?? '';
  await world.sql('delete from win_counts');
  await world.sql('delete from period_wins');
  const feed = (after: number, limit: number) =>
    Promise.resolve({ logId, head: log.length, envelopes: log.slice(after, after + limit) });
  for (const view of [winView, periodView]) {
    await rebuildView(view, false, world.database, feed, eventTypes.games);
  }
  expect(await readTables(world.database, tables)).toEqual(served);
  await world.close();
});

test('the entities match the tables', async () => {
  const drift = await world.database.dataSource.driver.createSchemaBuilder().log();
  expect(drift.upQueries.map(({ query }) => query)).toEqual([]);
});
