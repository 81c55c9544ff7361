import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Rpc, RpcName } from '@parlour/contracts/rpc';
import {
  costsOf,
  type SentStatement,
  type StatementCosts,
  statementsOf,
} from '@parlour/kernel/testing/statement-costs';
import { until } from '@parlour/kernel/testing/until';
import { personOf } from '@parlour/kernel/testing/people';
import { type GamesWorld, startGames } from './testing/games-world.ts';
import { fillGames, idOf, reader } from './testing/many-games.ts';

const games = 20_000;
const newcomer = personOf('Newcomer');
const other = personOf('Other');

let world: GamesWorld;
beforeAll(async () => {
  world = await startGames();
  await fillGames(world, games);
  // Statements are prepared, and users known, before any is counted.
  await world.list(reader);
});
afterAll(() => world.close());

function readsOf<Name extends RpcName>(name: Name, request: Rpc[Name]['request']): Promise<SentStatement[]> {
  const call = (): Promise<unknown> => world.call(name, request, { as: reader, minPositions: {} });
  return statementsOf(world.database, (sent) => sent.startsWith('games.'), call);
}

async function workOf<Name extends RpcName>(name: Name, request: Rpc[Name]['request']): Promise<StatementCosts> {
  return costsOf(world.database, await readsOf(name, request));
}

const list = (visibility: 'Public' | 'Private' | 'Host', more: object = {}) => ({ visibility, limit: 10, ...more });
const type = { gameType: 'Chopsticks' };
const over = { status: 'OVER' };
const at = (rank: number, position: number): object => ({
  cursor: `${rank}.${Date.now() - (games - position) * 60_000}.${position}`,
});

const lists: readonly (readonly [what: string, request: object, index: string, most: number])[] = [
  ['public', list('Public'), 'games_open', 1_000],
  ['public, among those that run', list('Public', at(1, 10_000)), 'games_public', 1_000],
  ['public, of a type', list('Public', type), 'games_open_of_type', 1_000],
  ['public, of a type, deep', list('Public', { ...type, ...at(1, 5_000) }), 'games_public_of_type', 1_000],
  ['public, over', list('Public', over), 'games_public', 500],
  ['public, over, deep', list('Public', { ...over, ...at(2, 5_000) }), 'games_public', 500],
  ['public, waiting', list('Public', { status: 'WAITING_TO_START' }), 'games_open', 1_000],
  ['public, rematches of one’s own', list('Public', { status: 'WAITING_TO_START' }), 'games_kept1', 1_000],
  ['public, running', list('Public', { status: 'IN_PROGRESS' }), 'games_public', 1_000],
  ['public, running, of a type', list('Public', { status: 'IN_PROGRESS', ...type }), 'games_public_of_type', 1_000],
  ['private', list('Private'), 'game_viewers_list', 1_500],
  ['private, of a type', list('Private', type), 'game_viewers_list', 1_500],
  ['private, over', list('Private', { ...over, ...at(2, 19_000) }), 'game_viewers_list', 1_500],
  ['hosted', list('Host'), 'game_viewers_hosted', 1_500],
  ['hosted, of a type, deep', list('Host', { gameType: 'TicTacToe', ...at(1, 10_000) }), 'game_viewers_hosted', 1_500],
];

describe('what a list costs among many games', () => {
  test.each(lists)('%s: by an index, and few rows', async (_, request, index, most) => {
    const { ways, whole, touched } = await workOf('games.getGames', request as Rpc['games.getGames']['request']);
    expect(ways).toContain(index);
    // At most nine rows.
    expect(whole.filter((table) => table !== 'game_totals')).toEqual([]);
    expect(touched).toBeLessThan(most);
    expect(touched).toBeGreaterThan(30);
  });

  test.each(lists)('%s: one statement', async (_, request) => {
    expect(await readsOf('games.getGames', request as Rpc['games.getGames']['request'])).toHaveLength(1);
  });

  test.each([
    ['games.getGame', { gameId: idOf(3) }, 'games_pkey', 20],
    ['games.getGame', { gameId: idOf(3) }, 'games_rematch', 20],
    ['games.getGame', { gameId: idOf(3) }, 'game_moves_pkey', 20],
    // A private one that waits.
    ['games.getGame', { gameId: idOf(21) }, 'events_stream_id_version_key', 40],
    ['games.getPlayed', { username: reader.name, limit: 10 }, 'games_played1', 3_000],
    ['games.getPlayed', { username: 'Person 500', limit: 10 }, 'games_played2', 3_000],
    ['games.getPlayed', { username: reader.name, limit: 10, cursor: `${Date.now()}.9000` }, 'games_played1', 3_000],
    ['games.getScores', { username: 'Person 1' }, 'games_between', 300],
    ['games.mine', {}, 'games_of_player1', 3_000],
    ['games.mine', {}, 'games_of_player2', 3_000],
  ] as const)('%s %j: one statement, by %s', async (name, request, index, most) => {
    expect(await readsOf(name, request)).toHaveLength(1);
    const { ways, whole, touched } = await workOf(name, request);
    expect(ways).toContain(index);
    expect(whole).toEqual([]);
    expect(touched).toBeLessThan(most);
  });
});

test('the games that a deleted account concerns: one statement, by indexes', async () => {
  const [gone] = await world.people('Gone');
  const { gameID } = await world.create(gone);
  const sent = await statementsOf(
    world.database,
    (name) => name === 'games.concerned',
    async () => {
      await world.identity({ type: 'UserDeleted', data: { userId: gone.id } });
      await until('its game has ended', async () => (await world.get(reader, gameID)).state.status === 'OVER');
    },
  );
  expect(sent).toHaveLength(1);
  const { ways, whole, touched } = await costsOf(world.database, sent);
  expect(ways).toContain('games_created');
  expect(whole).toEqual([]);
  expect(touched).toBeLessThan(20);
});

test('of more running games than fit, those on turn come first', async () => {
  const { reply } = await world.call('games.mine', {}, { as: reader });
  const turns = reply.games.map((game) => game.state.moveCount % 2 === 0);
  expect(turns).toHaveLength(100);
  expect(turns.slice(0, 96)).not.toContain(false);
  expect(turns.slice(96)).not.toContain(true);
});

describe('what a command sends beside the log’s own statements', () => {
  let gameId: string;
  beforeAll(async () => {
    await world.people('Newcomer', 'Other', 'Third');
    gameId = (await world.start([newcomer, other])).gameID;
  });

  /** Table and kind of the statements about games that some work and its messages send. */
  const kindsOf = async (work: () => Promise<unknown>): Promise<string[]> => {
    await world.liveMessages();
    const sent: string[] = [];
    world.database.onStatement = (statement) => sent.push(statement);
    await work();
    await world.liveMessages();
    world.database.onStatement = undefined;
    const ours = sent.filter((name) => /^(games|game_[a-z]+|people)\./.test(name));
    return ours.map((name) => name.split('.').slice(0, 2).join('.')).sort();
  };
  const read = ['games.pages', 'games.live'];
  const listed = ['games.update', 'games.status', 'game_viewers.list', ...read];
  const written: readonly (readonly [what: string, work: () => Promise<unknown>, statements: readonly string[]])[] = [
    ['creating', () => world.create(newcomer), ['games.insert', ...read]],
    [
      'a move',
      () => world.move(newcomer, gameId, { numObjects: 3 }),
      ['games.update', 'game_moves.insert', 'games.rows', 'games.live'],
    ],
    ['leaving', () => world.leave(newcomer, gameId), listed],
    [
      'a rematch',
      () => world.rematch(newcomer, gameId),
      ['games.insert', 'games.status', 'game_viewers.list', 'games.played', 'games.blocked', ...read],
    ],
    [
      'creating a private one',
      () => world.create(newcomer, { invited: ['Other', 'Third'] }),
      ['games.insert', 'game_viewers.insert', 'people.find', ...read],
    ],
  ];

  test.each(written)('%s', async (_, work, statements) => {
    expect(await kindsOf(work)).toEqual([...statements].sort());
  });

  test('inviting and joining: the same number whatever the size', async () => {
    const { gameID } = await world.create(newcomer, { invited: ['Other'] });
    expect(await kindsOf(() => world.invite(newcomer, gameID, 'Third'))).toEqual(
      ['game_viewers.insert', 'people.find', ...listed].sort(),
    );
    expect(await kindsOf(() => world.join(other, gameID))).toEqual(['games.blockedFromSeat', ...listed].sort());
  });
});
