import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { RunningGateway } from '../testing/running-gateway.ts';
import { idOf } from '../testing/stand-ins.ts';

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

const everywhere = ['/', '/api/'].flatMap((at) => [
  [`${at}games/wins?username=Bob`, { wins: 3 }] as const,
  // Without a limit, lists at the root are longer.
  [`${at}games/leaderboard?limit=30`, [row]] as const,
]);

it.each(everywhere)('[CA-36, CA-37] %s answers signed-in users, and requires a session', async (path, expected) => {
  const { status, json } = await gateway.send(path, { headers: ann });
  expect({ status, json }).toEqual({ status: 200, json: expected });
  gateway.standIns.calls.length = 0;
  expect((await gateway.send(path)).status).toBe(401);
  expect(gateway.standIns.calls).toEqual([]);
});

it('/games/leaderboard, opened, is the page', async () => {
  const answer = await gateway.send('/games/leaderboard', { headers: { ...ann, 'sec-fetch-dest': 'document' } });
  expect(answer.headers['content-type']).toMatch(/^text\/html/);
  expect(gateway.standIns.calls).toEqual([]);
});

it('a page of it has the total, the next page, and a staleness mark', async () => {
  const { headers } = await gateway.send('/api/games/leaderboard?limit=1', { headers: ann });
  expect(headers).toMatchObject({
    'x-total-count': '40',
    link: '</api/games/leaderboard?limit=1&cursor=3>; rel="next"',
    'x-stale': 'true',
  });
});

describe('requests to the service', () => {
  it.each([
    ['', { limit: 30, followingOnly: false }],
    ['?gameType=', { limit: 30, followingOnly: false }],
    ['?gameType=Nim&limit=5000', { limit: 100, gameType: 'Nim', followingOnly: false }],
    ['?period=week', { limit: 30, period: 'week', followingOnly: false }],
    ['?period=', { limit: 30, followingOnly: false }],
    ['?username=ann&cursor=3', { limit: 30, cursor: '3', followingOnly: true }],
  ])('for the leaderboard%s', async (query, request) => {
    await gateway.send(`/api/games/leaderboard${query}`, { headers: ann });
    expect(gateway.standIns.last('leaderboard.getLeaderboard').request).toEqual(request);
  });

  it.each([
    ['?username=c%2B%2B', { username: 'c++' }],
    ['?username=Bob&gameType=', { username: 'Bob' }],
    ['?username=Bob&gameType=TicTacToe', { username: 'Bob', gameType: 'TicTacToe' }],
  ])('for wins%s', async (query, request) => {
    await gateway.send(`/api/games/wins${query}`, { headers: ann });
    expect(gateway.standIns.last('leaderboard.getWins').request).toEqual(request);
  });

  it.each(['wins?username=Ann', 'leaderboard'])('%s waits for the games that its reader has seen', async (path) => {
    const headers = { ...ann, 'x-min-position': 'games:12,identity:7' };
    await gateway.send(`/api/games/${path}`, { headers });
    const { context } = gateway.standIns.calls[0]?.call ?? {};
    expect(context).toMatchObject({
      minPositions: { games: 12, identity: 7 },
      idempotency: null,
      actor: { id: idOf('Ann') },
    });
  });
});

it.each([
  ['leaderboard?gameType=Chess', 400, 'game.type'],
  ['leaderboard?gameType=toString', 400, 'game.type'],
  ['leaderboard?username=Bob', 403, 'actor.other'],
  ['leaderboard?username=', 403, 'actor.other'],
  ['leaderboard?username=Ann&username=Ann', 400, 'request.invalid'],
  ['leaderboard?period=year', 400, 'request.invalid'],
  ['leaderboard?limit=-1', 400, 'request.invalid'],
  ['wins', 400, 'request.invalid'],
  ['wins?username=Ann&username=Bob', 400, 'request.invalid'],
  ['wins?username=Ann&gameType=Chess', 400, 'game.type'],
])('%s answers %i %s before a service is called', async (path, status, code) => {
  const answer = await gateway.send(`/api/games/${path}`, { headers: ann });
  expect({ status: answer.status, json: answer.json }).toMatchObject({ status, json: { code } });
  expect(gateway.standIns.calls).toEqual([]);
});
