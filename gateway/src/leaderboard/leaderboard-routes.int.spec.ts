import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { itRefuses, itServes, reads, refusals } from '../testing/routes.ts';
import { RunningGateway } from '../testing/running-gateway.ts';

const row = { username: 'Ann', wins: 3, globalRank: 1 };

let gateway: RunningGateway;
let ann: { cookie: string };

beforeAll(async () => {
  gateway = await RunningGateway.start();
  ann = await gateway.signIn('Ann');
  gateway.standIns.answer({
    'leaderboard.getWins': () => ({ wins: 3 }),
    'leaderboard.getLeaderboard': () => ({ reply: { rows: [row], total: 40, next: '3' }, positions: {}, stale: true }),
  });
});

afterAll(() => gateway.stop());

beforeEach(() => {
  gateway.standIns.calls.length = 0;
});

describe('[CA-36, CA-37] every route', () => {
  itServes(
    reads(
      ...(
        [
          ['', {}],
          ['?gameType=', {}],
          ['?gameType=Nim&limit=5000', { limit: 100, gameType: 'Nim' }],
          ['?period=week', { period: 'week' }],
          ['?period=', {}],
          ['?username=ann&cursor=3', { cursor: '3', followingOnly: true }],
        ] as const
      ).map(([query, request]) => {
        const board = { limit: 30, followingOnly: false, ...request };
        return [`games/leaderboard${query}`, 'leaderboard.getLeaderboard', board] as const;
      }),
      ['games/wins?username=c%2B%2B', 'leaderboard.getWins', { username: 'c++' }],
      ['games/wins?username=Bob&gameType=', 'leaderboard.getWins', { username: 'Bob' }],
      ['games/wins?username=Bob&gameType=TicTacToe', 'leaderboard.getWins', { username: 'Bob', gameType: 'TicTacToe' }],
    ),
    () => ({ gateway, ann }),
  );
});

it('/games/leaderboard, opened, is the page', async () => {
  const answer = await gateway.send('/games/leaderboard', { headers: { ...ann, 'sec-fetch-dest': 'document' } });
  expect(answer.headers['content-type']).toMatch(/^text\/html/);
  expect(gateway.standIns.calls).toEqual([]);
});

it.each(['wins?username=Ann', 'leaderboard'])('%s waits for the games that its reader has seen', async (path) => {
  const headers = { ...ann, 'x-min-position': 'games:12,identity:7' };
  await gateway.send(`/api/games/${path}`, { headers });
  const { context } = gateway.standIns.calls[0]?.call ?? {};
  expect(context?.minPositions).toEqual({ games: 12, identity: 7 });
});

describe('requests refused before a service is called', () => {
  const { shape, other } = refusals;
  const type = { status: 400, code: 'game.type', error: 'Invalid game type' } as const;

  itRefuses(
    [
      ['GET', 'games/leaderboard?gameType=Chess', undefined, type],
      ['GET', 'games/leaderboard?gameType=toString', undefined, type],
      ['GET', 'games/leaderboard?username=Bob', undefined, other],
      ['GET', 'games/leaderboard?username=', undefined, other],
      ['GET', 'games/leaderboard?username=Ann&username=Ann', undefined, shape],
      ['GET', 'games/leaderboard?period=year', undefined, { ...shape, error: 'Invalid period' }],
      ['GET', 'games/leaderboard?limit=-1', undefined, shape],
      ['GET', 'games/wins', undefined, shape],
      ['GET', 'games/wins?username=Ann&username=Bob', undefined, shape],
      ['GET', 'games/wins?username=Ann&gameType=Chess', undefined, type],
    ],
    () => ({ gateway, ann }),
  );
});
