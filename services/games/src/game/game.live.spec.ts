import { expect, test } from '@jest/globals';
import { eventsOf } from '@parlour/contracts/envelope';
import type { GamesEvent, GameRowWire, GameWire } from '@parlour/contracts/games/games';
import { envelopesOf } from '@parlour/kernel/testing/envelopes';
import { readGoldenEvents } from '@parlour/kernel/testing/golden';
import { again, begun, created, declined, ended, invited, joined, left, over, played } from '../testing/game-events.ts';
import { gameDecider } from './deciders/game.decider.ts';
import { affectedGames, live, type LiveGame } from './game.live.ts';

const row = (gameID: string): GameRowWire => ({
  gameID,
  gameType: 'Nim',
  players: ['Ann', 'Ben'],
  invitedPlayers: [],
  state: { status: 'IN_PROGRESS', moveCount: 0, winners: [] },
  createdAt: 'then',
  updatedAt: 'then',
  version: 3,
});
/** The game after this many moves, with those from `from` on. */
const game = (gameID: string, moves: readonly number[] = []): GameWire => {
  const state = { ...row(gameID).state, moveCount: 4 };
  const made = moves.map((numObjects) => ({ playerID: 'Ann', gameID, move: { numObjects } }));
  return { ...row(gameID), state: { ...state, moves: made, remainingObjects: 11 } };
};
const shown = (gameID: string, changes: Partial<LiveGame> = {}): LiveGame => {
  const facts = { private: false, viewers: [], players: ['ann', 'ben'], keptFor: [] };
  return { game: game(gameID, [1, 2, 3, 4]), row: row(gameID), ...facts, ...changes };
};
const known = new Map(['g1', 'g2'].map((id) => [id, shown(id)]));
const hidden = new Map([['g1', shown('g1', { private: true, viewers: ['dan', 'ann', 'ben', 'cay'] })]]);

function published(events: readonly GamesEvent[], games: ReadonlyMap<string, LiveGame> = known): unknown[] {
  const envelopes = eventsOf<GamesEvent>(envelopesOf('games', events, 7));
  return live(envelopes, games).map(({ to, payload, ...liveMessage }) => [to, liveMessage, payload]);
}

const watched = (position: number, id = 'g1', moves: readonly number[] = []): unknown => [
  [`game:${id}`, 'user:ann', 'user:ben'],
  { event: 'gameUpdate', position },
  { gameInstance: game(id, moves) },
];
const listed = (position: number, id = 'g1'): unknown => [
  ['public'],
  { event: 'lobbyUpdate', position, latestOf: `lobby:${id}` },
  { game: row(id) },
];
test.each<[string, readonly GamesEvent[]]>([
  ['creation', [created()]],
  ['an invitation', [invited('eve')]],
  ['a coming', [joined('ben', 1)]],
  ['a going', [left('ben', 1)]],
  ['the end', [ended(['ann'], 'left', false)]],
])('[EV-10, E-1] spectators, players and lists get %s', (_, events) => {
  expect(published(events)).toEqual([watched(7), listed(7)]);
});

test('[EV-12] lists get no moves', () => {
  expect(published([played('ben', 4, { numObjects: 4 })])).toEqual([watched(7, 'g1', [4])]);
});

test('[EV-10] messages contain new moves only, and those made since', () => {
  const moves = [played('ben', 2, { numObjects: 2 }), played('ann', 3, { numObjects: 3 })];
  expect(published(moves)).toEqual([watched(8, 'g1', [2, 3, 4])]);
  expect(published([...moves, ended(['ben'], 'left', true)])).toEqual([watched(9, 'g1', [2, 3, 4]), listed(9)]);
  expect(published([ended(['ben'], 'left', true)])).toEqual([watched(7), listed(7)]);
});

test('[EV-12] a waiting rematch is sent only to the two who can sit there', () => {
  const games = new Map([['g1', shown('g1', { players: ['ann'], keptFor: ['ben', 'ann'] })]]);
  expect(published([joined('ann', 1)], games)).toEqual([
    [['game:g1', 'user:ann'], { event: 'gameUpdate', position: 7 }, { gameInstance: game('g1') }],
    [['user:ben', 'user:ann'], { event: 'lobbyUpdate', position: 7 }, { game: row('g1') }],
  ]);
});

test('[EV-10] a private game is sent only to those who may see it, and to no room', () => {
  const rooms = ['user:dan', 'user:ann', 'user:ben', 'user:cay'];
  expect(published([joined('ben', 1)], hidden)).toEqual([
    [rooms, { event: 'gameUpdate', position: 7 }, { gameInstance: game('g1') }],
    [rooms, { event: 'lobbyUpdate', position: 7 }, { game: row('g1') }],
  ]);
  expect(published([played('ann', 3, { numObjects: 3 })], hidden)).toEqual([
    [rooms, { event: 'gameUpdate', position: 7 }, { gameInstance: game('g1', [3, 4]) }],
  ]);
});

test('[EV-10, EV-27] whoever declines gets only that, for their other tabs; the others get the game', () => {
  const gone = (userId: string, position: number): unknown => [
    [`user:${userId}`],
    { event: 'invitationDeclined', position },
    { gameID: 'g1' },
  ];
  const rooms = ['user:dan', 'user:ann', 'user:ben', 'user:cay'];
  expect(published([declined('eve'), declined('fay')], hidden)).toEqual([
    gone('eve', 7),
    gone('fay', 8),
    [rooms, { event: 'gameUpdate', position: 8 }, { gameInstance: game('g1') }],
    [rooms, { event: 'lobbyUpdate', position: 8 }, { game: row('g1') }],
  ]);
  expect(published([declined('eve'), ended([], 'declined', false)])).toEqual([gone('eve', 7), watched(8), listed(8)]);
});

test('nothing is sent to the computer', () => {
  const games = new Map([['g1', shown('g1', { players: ['ann', 'computer'] })]]);
  expect(published([played('ann', 1, { numObjects: 2 })], games)).toMatchObject([[['game:g1', 'user:ann'], {}, {}]]);
});

test('of several events of a game only the last is sent, as each shows the current game', () => {
  expect(published([...begun, played('ann', 1, { numObjects: 1 })])).toEqual([
    listed(9),
    watched(10, 'g1', [1, 2, 3, 4]),
  ]);
});

test('the finished game is sent again with its rematch', () => {
  const rematch = gameDecider.decide(again('ann', over), { status: 'none' });
  expect(affectedGames(eventsOf<GamesEvent>(envelopesOf('games', rematch)))).toEqual(['g2', 'g1']);
  expect(published(rematch)).toEqual([watched(7), watched(8, 'g2'), listed(8, 'g2')]);
});

test('an unknown game is sent to nobody', () => {
  const messages = live(eventsOf<GamesEvent>(readGoldenEvents('games')), new Map());
  expect(messages.map(({ event }) => event)).toEqual(['invitationDeclined']);
});
