import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { fillWinners } from './testing/many-winners.ts';
import { type LeaderboardWorld, looker, startLeaderboard } from './testing/leaderboard-world.ts';

/** A node of EXPLAIN's answer. */
interface Plan {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly Plan[];
}

const players = 30_000;

let world: LeaderboardWorld;
beforeAll(async () => {
  world = await startLeaderboard();
  await fillWinners(world, players);
});
afterAll(() => world.close());

function nodesOf(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
}

/** The statements of a call, and how many rows of tables they touch. */
async function workOf(request: object): Promise<{ sent: string[]; touched: number }> {
  const asked = jest.spyOn(world.database, 'query');
  await world.board({ limit: 30, ...request });
  const statements = asked.mock.calls.filter(([{ name }]) => name.startsWith('leaderboard.'));
  asked.mockRestore();
  let touched = 0;
  for (const [{ text }, values] of statements) {
    const [row] = await world.sql<{ 'QUERY PLAN': [{ Plan: Plan }] }>(`explain (analyze, format json) ${text}`, values);
    const nodes = row ? nodesOf(row['QUERY PLAN'][0].Plan) : [];
    for (const node of nodes.filter((each) => 'Relation Name' in each || 'Index Name' in each)) {
      touched += (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'];
    }
  }
  return { sent: statements.map(([{ name }]) => name), touched };
}

describe('what a page costs does not grow with the players, but with the different numbers of wins and the deleted accounts', () => {
  test.each([
    ['the first', {}, 4_000],
    ['of one kind of game', { gameType: 'Nim' }, 4_000],
    ['in the midst of those who won equally often', { cursor: '4.8' }, 9_000],
    ['between two numbers of wins', { cursor: '60.zz' }, 6_000],
    ['of those who are followed', { followingOnly: true }, 6_000],
  ])('%s', async (_, request, most) => {
    const { sent, touched } = await workOf(request);
    expect(sent).toHaveLength(1);
    expect(touched).toBeLessThan(most);
  });
});

test('a number of wins is found by two keys', async () => {
  const asked = jest.spyOn(world.database, 'query');
  await world.call('leaderboard.getWins', { username: looker.id }, { as: looker, minPositions: {} });
  expect(asked.mock.calls.filter(([{ name }]) => name.startsWith('leaderboard.'))).toHaveLength(1);
  asked.mockRestore();
});

test('pages that cross many people of equal wins are the list', async () => {
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
