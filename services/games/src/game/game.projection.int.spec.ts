import type { GamesEvent } from '@parlour/contracts/games/games';
import { patientLimits } from '@parlour/kernel/testing/patience';
import { type GivenEvent } from '@parlour/kernel/testing/envelopes';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Source } from '@parlour/contracts/envelope';
import { type Database, openDatabase, statement } from '@parlour/kernel/database/database';
import { envelopesOf } from '@parlour/kernel/testing/envelopes';
import { readGoldenEvents } from '@parlour/kernel/testing/golden';
import { createThrowawayDatabase, type ThrowawayDatabase } from '@parlour/kernel/testing/postgres';
import { silentLogger } from '@parlour/kernel/testing/silent-logger';
import { describeViewContract, readTables } from '@parlour/kernel/testing/view-contract';
import { applyViews } from '@parlour/kernel/view/view';
import { gamesMigrations } from '../games.module.ts';
import { created, declined, ended, invited, joined, left, played } from '../testing/game-events.ts';
import { gameView } from './game.projection.ts';

/** An event of a game, in its stream. */
function of(gameId: string, event: GamesEvent): GivenEvent {
  return { ...event, data: { ...event.data, gameId }, streamId: `game/${gameId}` };
}
const hidden = { private: true, invited: ['ben', 'cay'] };

/** Interleaved games, with seats given up and taken again, later guests, and rematches. */
const log: GivenEvent[] = [
  of('g1', created()),
  of('g2', created({ ...hidden, gameType: 'TicTacToe' })),
  of('g1', joined('ann', 0)),
  of('g3', created({ gameType: 'Chopsticks' })),
  of('g1', joined('ben', 1)),
  of('g2', invited('dan', 'eve')),
  of('g1', played('ann', 1, { numObjects: 3 })),
  of('g3', joined('cay', 0)),
  of('g1', played('ben', 2, { numObjects: 2 })),
  of('g3', left('cay', 0)),
  of('g2', joined('dan', 0)),
  of('g3', joined('dan', 0)),
  of('g1', played('ann', 3, { numObjects: 1 })),
  of('g2', joined('ben', 1)),
  of('g1', ended(['ben'], 'left', true)),
  of('g3', joined('cay', 1)),
  of('g2', played('dan', 1, { slot: 4 })),
  of('g4', created({ seats: ['ben', 'ann'], rematchOf: 'g1' })),
  of('g4', joined('ann', 1)),
  of('g5', created({ private: true, seats: ['ann', 'computer'], computer: 'easy' })),
  of('g5', joined('ann', 0)),
  of('g5', joined('computer', 1)),
  of('g2', ended([], 'draw', false)),
  of('g3', played('dan', 1, { hittingHand: 0, handToHit: 2, numFingersToMove: 1, isBumping: false })),
  of('g6', created()),
  of('g3', played('cay', 2, { hittingHand: 2, handToHit: 0, numFingersToMove: 2, isBumping: false })),
  of('g5', ended(['computer'], 'left', false)),
  of('g7', created(hidden)),
  of('g7', declined('cay')),
  of('g7', invited('dan', 'eve')),
  of('g7', declined('dan')),
  of('g8', created({ ...hidden, createdBy: 'dan', seats: ['ben', 'dan'], rematchOf: 'g2' })),
  of('g8', joined('ben', 0)),
  of('g8', declined('dan')),
  of('g8', ended([], 'declined', false)),
];

describeViewContract(gameView, gamesMigrations, log);

let place: ThrowawayDatabase<Source>;
let database: Database;
beforeAll(async () => {
  place = await createThrowawayDatabase<Source>({ sources: ['games'] });
  database = await openDatabase(place.connections.games, { entities: [], migrations: gamesMigrations }, silentLogger, {
    limits: patientLimits,
  });
  await database.dataSource.runMigrations();
});
afterAll(async () => {
  await database.close();
  await place.drop();
});

/** Rows as sorted lines of these columns. */
function linesOf(rows: readonly unknown[] = [], ...columns: readonly string[]): string[] {
  return (rows as Record<string, string | number | boolean | null>[])
    .map((row) => columns.map((name) => row[name] ?? '-').join(' '))
    .sort();
}

async function folded(events: readonly GivenEvent[]): Promise<Record<string, unknown[]>> {
  await database.dataSource.query(`truncate ${gameView.tables.join(', ')}`);
  await database.transaction((tx) => applyViews([gameView], envelopesOf('games', events), tx));
  return readTables(database, gameView.tables);
}

describe('the rows that events produce', () => {
  test('games with their players and ends', async () => {
    const { games } = await folded(log);
    const columns = [
      'id',
      'status',
      'player1',
      'player2',
      'winner',
      'ended_by',
      'move_count',
      'version',
      'listed_position',
    ];
    expect(linesOf(games, ...columns)).toEqual([
      'g1 OVER ann ben ben left 3 7 15',
      'g2 OVER dan ben - draw 1 6 23',
      'g3 IN_PROGRESS dan cay - - 2 7 16',
      'g4 WAITING_TO_START - ann - - 0 2 19',
      'g5 OVER ann computer computer left 0 4 27',
      'g6 WAITING_TO_START - - - - 0 1 25',
      'g7 WAITING_TO_START - - - - 0 4 31',
      'g8 OVER ben - - declined 0 4 35',
    ]);
  });

  test('viewers of private games but those who declined, with the sort columns of their lists', async () => {
    const { game_viewers: viewers } = await folded(log);
    expect(linesOf(viewers, 'game_id', 'user_id', 'host', 'status', 'listed_position')).toEqual([
      'g2 ann true OVER 23',
      'g2 ben false OVER 23',
      'g2 cay false OVER 23',
      'g2 dan false OVER 23',
      'g2 eve false OVER 23',
      'g5 ann true OVER 27',
      'g7 ann true WAITING_TO_START 31',
      'g7 ben false WAITING_TO_START 31',
      'g7 eve false WAITING_TO_START 31',
      // Its host declined: the game stays theirs.
      'g8 ben false OVER 35',
      'g8 cay false OVER 35',
      'g8 dan true OVER 35',
    ]);
  });

  test('counts of running and finished public games', async () => {
    const { game_totals: totals, game_moves: moves } = await folded(log);
    expect(linesOf(totals, 'game_type', 'status', 'games')).toEqual([
      'Chopsticks IN_PROGRESS 1',
      'Nim IN_PROGRESS 0',
      'Nim OVER 1',
    ]);
    expect(linesOf(moves, 'game_id', 'number')).toEqual(['g1 1', 'g1 2', 'g1 3', 'g2 1', 'g3 1', 'g3 2']);
  });

  test('an end takes a game out of the running ones', async () => {
    const { game_totals: totals } = await folded([...log, of('g3', ended(['cay'], 'claimed', true))]);
    expect(linesOf(totals, 'game_type', 'status', 'games')).toEqual([
      'Chopsticks IN_PROGRESS 0',
      'Chopsticks OVER 1',
      'Nim IN_PROGRESS 0',
      'Nim OVER 1',
    ]);
  });

  test('reserved seats of a rematch, and a game that ended before it began', async () => {
    const { games, game_totals: totals } = await folded([...log, of('g4', ended([], 'deleted', false))]);
    expect(linesOf(games, 'id', 'kept1', 'kept2').filter((line) => !line.endsWith('- -'))).toEqual([
      'g4 ben ann',
      'g8 ben dan',
    ]);
    expect(linesOf(games, 'id', 'status', 'player1', 'player2', 'winner', 'ended_by')).toContain(
      'g4 OVER - ann - deleted',
    );
    expect(linesOf(totals, 'game_type', 'status', 'games')).toContain('Nim OVER 1');
  });

  test('a move touches no index of games', async () => {
    await folded([of('g1', created()), of('g1', joined('ann', 0)), of('g1', joined('ben', 1))]);
    const updated = statement(
      'test.updated',
      `select pg_stat_get_xact_tuples_updated('games'::regclass) as updated, pg_stat_get_xact_tuples_hot_updated('games'::regclass) as hot`,
    );
    const moves = [1, 2, 3].map((number) =>
      of('g1', played(number % 2 === 1 ? 'ann' : 'ben', number, { numObjects: 1 })),
    );
    const [before, after] = await database.transaction(async (tx) => {
      const [earlier] = await tx.query<{ updated: number; hot: number }>(updated);
      for (const envelope of envelopesOf('games', moves, 4)) await applyViews([gameView], [envelope], tx);
      const [later] = await tx.query<{ updated: number; hot: number }>(updated);
      return [earlier, later];
    });
    // The counters may still hold earlier transactions of this connection.
    expect(after).toEqual({ updated: (before?.updated ?? 0) + 3, hot: (before?.hot ?? 0) + 3 });
  });

  test('every version of every event is understood', async () => {
    const golden = readGoldenEvents('games').map((event) => ({ ...event, streamId: 'game/golden' }));
    const order = [
      ...['GameCreated', 'PlayersInvited', 'InvitationDeclined'],
      ...['PlayerJoined', 'MovePlayed', 'PlayerLeft', 'GameEnded'],
    ];
    const {
      games,
      game_viewers: viewers,
      game_moves: moves,
    } = await folded(golden.sort((one, other) => order.indexOf(one.type) - order.indexOf(other.type)));
    expect(games).toMatchObject([{ game_type: 'TicTacToe', status: 'OVER', ended_by: 'left' }]);
    expect([viewers?.length, moves?.length]).toEqual([2, 1]);
  });
});
