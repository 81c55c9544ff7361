import { describe, expect, test } from '@jest/globals';
import { isUnsettled, settled, withoutRow, withRow } from './game-cache.ts';
import { newerOf, rowOf as rowIn, withUpdate } from './game-state.ts';
import type { GamePage } from './games.api.ts';
import { nimOf, rowOf, liveUpdateOf } from './testing/games.ts';

const list = { visibility: 'Public', viewer: 'ann' } as const;
const seats = { player1: 'ann', player2: 'ben' };
const at = (minute: number) => `2026-06-01T10:${String(minute).padStart(2, '0')}:00.000Z`;

function pageOf(rows: GamePage['rows'], next?: string, waiting: GamePage['rows'] = []): GamePage {
  return { rows, waiting, total: 30, next };
}

const ids = (rows: GamePage['rows'] | undefined) => rows?.map(({ gameID }) => gameID);

test('an updated game keeps its place; an older state changes nothing', () => {
  const pages = [pageOf([rowOf('a'), rowOf('b', { version: 4 })], 'next')];
  const joined = rowOf('b', { version: 5, players: ['ben'] });
  const after = withRow(pages, joined, list);
  expect(after[0]?.rows).toEqual([rowOf('a'), joined]);
  expect(withRow(after, rowOf('b', { version: 4 }), list)).toEqual(after);
});

test('a new game waits and takes later updates', () => {
  const pages = [pageOf([rowOf('a', { createdAt: at(1) })], 'next')];
  const after = withRow(pages, rowOf('b', { createdAt: at(2) }), list);
  expect([ids(after[0]?.rows), ids(after[0]?.waiting)]).toEqual([['a'], ['b']]);
  const joined = rowOf('b', { createdAt: at(2), version: 2 });
  expect(withRow(after, joined, list)[0]?.waiting).toEqual([joined]);
});

test('a game below the loaded rows is not new; in a complete list every unknown game is', () => {
  const older = rowOf('b', { createdAt: at(1), updatedAt: at(1) });
  expect(
    withRow([pageOf([rowOf('a', { createdAt: at(2), updatedAt: at(2) })], 'next')], older, list)[0]?.waiting,
  ).toEqual([]);
  expect(ids(withRow([pageOf([rowOf('a', { createdAt: at(2) })])], older, list)[0]?.waiting)).toEqual(['b']);
});

test.each([
  ['Public', {}, true],
  ['Public', { host: 'ann', invitedPlayers: [] }, false],
  ['Private', {}, false],
  ['Private', { host: 'ben', invitedPlayers: ['ann'] }, true],
  ['Private', { host: 'ann', invitedPlayers: [] }, true],
  ['Private', { host: 'ben', invitedPlayers: ['cay'] }, false],
  ['Host', { host: 'ben', invitedPlayers: ['ann'] }, false],
  ['Host', { host: 'ann', invitedPlayers: [] }, true],
  ['Public', { state: { status: 'OVER' } }, false],
  ['Public', { keptFor: ['ben', 'cay'] }, false],
  ['Public', { keptFor: ['ann', 'ben'] }, true],
] as const)('whether the list of %s games includes a game with %j: %s', (visibility, change, enters) => {
  const after = withRow([pageOf([])], rowOf('a', change), { visibility, viewer: 'ann' });
  expect(after[0]?.waiting.length).toBe(enters ? 1 : 0);
});

test('an old game is new for a player who gets invited', () => {
  const pages = [pageOf([rowOf('a', { createdAt: at(2), host: 'ann' })], 'next')];
  const invited = rowOf('b', { createdAt: at(1), host: 'ben', invitedPlayers: ['ann'] });
  expect(ids(withRow(pages, invited, { visibility: 'Private', viewer: 'ann' })[0]?.waiting)).toEqual(['b']);
});

test('[BG-6] a declined game goes, and is not counted any more', () => {
  const pages = [pageOf([rowOf('a'), rowOf('b')], 'next', [rowOf('c')]), pageOf([rowOf('d')])];
  const counted = ([first, second]: readonly GamePage[]) =>
    [first, second].map((page) => [ids(page?.rows), ids(page?.waiting), page?.total]);
  expect(counted(withoutRow(pages, 'b'))).toEqual([
    [['a'], ['c'], 29],
    [['d'], [], 29],
  ]);
  // The total does not count rows that wait above the list.
  expect(counted(withoutRow(pages, 'c'))).toEqual([
    [['a', 'b'], [], 30],
    [['d'], [], 30],
  ]);
  expect(withoutRow(pages, 'e')).toEqual(pages);
});

test('reordering puts new games first and running ones last, removes those that are over, and counts', () => {
  const running = rowOf('b', { state: { status: 'IN_PROGRESS' } });
  const over = rowOf('c', { state: { status: 'OVER' } });
  const pages = [pageOf([rowOf('a'), running, over], 'x', [rowOf('new')]), pageOf([rowOf('d')], 'y')];
  expect(isUnsettled(pages, list)).toBe(true);
  const after = settled(pages, list);
  expect(after.map((page) => [ids(page.rows), page.total, page.next])).toEqual([
    [['new', 'a', 'd', 'b'], 30, 'x'],
    [[], 30, 'y'],
  ]);
  expect(isUnsettled(after, list)).toBe(false);
  expect(settled([pageOf([over])], list)[0]?.total).toBe(29);
});

test('a list with filters takes and keeps only games of its type in its state', () => {
  const running = { ...list, gameType: 'Nim', status: 'IN_PROGRESS' } as const;
  const started = rowOf('a', { version: 3, state: { status: 'IN_PROGRESS' } });
  const enters = (row: GamePage['rows'][number]) => withRow([pageOf([])], row, running)[0]?.waiting.length === 1;
  expect([started, rowOf('b'), { ...started, gameType: 'TicTacToe' as const }].map(enters)).toEqual([
    true,
    false,
    false,
  ]);
  const over = rowOf('a', { version: 9, state: { ...seats, status: 'OVER' } });
  const pages = withRow([pageOf([started])], over, running);
  expect(isUnsettled(pages, running)).toBe(true);
  expect(settled(pages, running)[0]?.rows).toEqual([]);
  // Where finished games were asked for, they stay.
  expect(isUnsettled([pageOf([over])], { ...list, status: 'OVER' })).toBe(false);
  expect(settled([pageOf([over])], { ...list, status: 'OVER' })[0]?.rows).toEqual([over]);
  // Withdrawn before somebody joined.
  const unbegun = rowOf('c', { state: { player1: 'ann', status: 'OVER' } });
  expect(withRow([pageOf([])], unbegun, { ...list, status: 'OVER' })[0]?.waiting).toEqual([]);
});

test('the newer of two states wins; a rematch does not change the version', () => {
  const [first, second] = [nimOf('g', [1]), nimOf('g', [1, 2])];
  expect(newerOf(first, second)).toBe(second);
  expect(newerOf(second, first)).toBe(second);
  const withRematch = { ...second, rematchID: 'r' };
  expect(newerOf(second, withRematch)).toBe(withRematch);
  expect(newerOf(withRematch, second)).toBe(withRematch);
});

test.each(['IN_PROGRESS', 'OVER'] as const)('in a list of %s, a game is new by when it became that', (status) => {
  const listOf = { ...list, status };
  const row = (gameID: string, moveCount: number, createdAt: string, updatedAt: string) =>
    rowOf(gameID, { createdAt, updatedAt, state: { ...seats, status, moveCount } });
  const pages = [pageOf([row('a', 0, at(5), at(6))], 'next')];
  const isNew = (one: ReturnType<typeof row>) => withRow(pages, one, listOf)[0]?.waiting.length === 1;
  expect(isNew(row('created before, and listed now', 0, at(1), at(7)))).toBe(true);
  expect(isNew(row('listed before', 0, at(1), at(2)))).toBe(false);
  // Moves change no place: a running game that is further down may be moved in now.
  expect(isNew(row('moved in now', 3, at(1), at(7)))).toBe(status === 'OVER');
});

test('a game that begins is further down as long as only waiting ones are loaded', () => {
  const begun = rowOf('b', { updatedAt: at(9), state: { status: 'IN_PROGRESS' } });
  expect(withRow([pageOf([rowOf('a', { updatedAt: at(2) })], 'next')], begun, list)[0]?.waiting).toEqual([]);
  const running = rowOf('c', { updatedAt: at(3), state: { status: 'IN_PROGRESS' } });
  expect(ids(withRow([pageOf([rowOf('a'), running], 'next')], begun, list)[0]?.waiting)).toEqual(['b']);
});

test('[G-13] the row of a public game that waits says who created it', () => {
  const row = rowOf('a', { createdBy: 'ann', state: { player1: 'ben' } });
  expect(rowIn({ ...row, state: { ...row.state, moves: [], remainingObjects: 21 } })).toEqual(row);
});

describe('a live update', () => {
  const [first, second] = [nimOf('g', [1, 2]), nimOf('g', [1, 2, 3, 1])];

  test('appends its new moves', () => {
    for (const moves of [2, 3, 4]) expect(withUpdate(first, liveUpdateOf(second, moves))).toEqual(second);
    expect(withUpdate(second, liveUpdateOf(first, 1))).toBe(second);
    const over = { ...second, version: 9, state: { ...second.state, status: 'OVER' as const, winners: ['ann'] } };
    expect(withUpdate(second, liveUpdateOf(over, 0))).toEqual(over);
    expect(withUpdate(over, liveUpdateOf({ ...over, rematchID: 'r' }, 0))).toEqual({ ...over, rematchID: 'r' });
  });

  test('is ignored if moves in between are missing', () => {
    expect(withUpdate(first, liveUpdateOf(second, 1))).toBeUndefined();
    expect(withUpdate(nimOf('g'), liveUpdateOf(first, 0))).toBeUndefined();
  });

  test('renames a deleted account in earlier moves too', () => {
    const gone = nimOf('g', [1, 2], { version: 9, state: { status: 'OVER', player1: 'deleted user' } });
    const names = withUpdate(first, liveUpdateOf(gone, 0))?.state.moves.map(({ playerID }) => playerID);
    expect(names).toEqual(['deleted user', 'ben']);
  });
});
