import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { costsOf, statementsOf } from '@parlour/kernel/testing/statement-costs';
import { fillWinners } from './testing/many-winners.ts';
import { type LeaderboardWorld, looker, startLeaderboard } from './testing/leaderboard-world.ts';

const players = 30_000;

let world: LeaderboardWorld;
beforeAll(async () => {
  world = await startLeaderboard();
  await fillWinners(world, players);
});
afterAll(() => world.close());

const isOurs = (sent: string): boolean => sent.startsWith('leaderboard.');

describe('the cost of a page does not grow with players, but with different numbers of wins and deleted accounts', () => {
  test.each([
    ['the first', {}, 4_000],
    ['of one game type', { gameType: 'Nim' }, 4_000],
    ['among people with equal wins', { cursor: '4.8' }, 9_000],
    ['between two numbers of wins', { cursor: '60.zz' }, 6_000],
    ['of followed people', { followingOnly: true }, 6_000],
    ['of a month', { period: 'month' }, 4_000],
    ['of a month, among people with equal wins', { period: 'month', cursor: '4.8' }, 9_000],
    ['of a month, of followed people', { period: 'month', followingOnly: true }, 6_000],
  ] as const)('%s', async (_, request, most) => {
    const sent = await statementsOf(world.database, isOurs, () => world.board({ limit: 30, ...request }));
    expect(sent).toHaveLength(1);
    expect((await costsOf(world.database, sent)).touched).toBeLessThan(most);
  });
});

test('a number of wins is found by two keys', async () => {
  const call = (): Promise<unknown> =>
    world.call('leaderboard.getWins', { username: looker.id }, { as: looker, minPositions: {} });
  expect(await statementsOf(world.database, isOurs, call)).toHaveLength(1);
});

test('pages across many people with equal wins are contiguous', async () => {
  const order = `select p.name from wins w join people p on p.id = w.user_id and not p.deleted where w.game_type = 'all' and w.wins <= 6
    order by w.wins desc, p.canonical_name collate "C" limit 300`;
  const wanted = (await world.sql<{ name: string }>(order)).map(({ name }) => name);
  const joined: string[] = [];
  let cursor: string | null = '7.zzz';
  while (joined.length < 300 && cursor !== null) {
    const page = await world.board({ cursor });
    joined.push(...page.rows.map((row) => row.username));
    cursor = page.next;
  }
  expect(joined.slice(0, 300)).toEqual(wanted);
});
