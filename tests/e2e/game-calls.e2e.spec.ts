import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { GameWire } from '@parlour/contracts/games';
import { messages } from '@parlour/contracts/messages';
import type { NotificationWire } from '@parlour/contracts/notifications';
import { until } from '@parlour/kernel/testing/until';
import { type Call, tryCall } from './calls.ts';
import type { Listener } from './person.ts';
import { ask, moveOf, Player } from './player.ts';
import { own, sharedSite } from './shared.ts';

const names = { ann: own('Ann'), ben: own('Ben'), eve: own('Eve') };

let url: string;
let ann: Player;
let ben: Player;
let eve: Player;
/** A public game of Nim without players. */
let open: GameWire;
/** A game of Chopsticks by Ann, without guests yet. */
let hidden: GameWire;
/** A game of Nim that Ben won by moves. */
let won: GameWire;
let notified: readonly NotificationWire[];

beforeAll(async () => {
  ({ url } = await sharedSite());
  [ann, ben, eve] = await Promise.all([signedUp(names.ann), signedUp(names.ben), signedUp(names.eve)]);
  [open, hidden] = [await ann.create('Nim'), await ann.create('Chopsticks', { invitedPlayers: [] })];
  won = await begun('Nim');
  await playNim(won.gameID);
  await begun('TicTacToe');
  await ann.follow(names.ben);
  await ben.follow(names.ann);
  // Messages of two services have no order between them.
  await notificationsOf(ann, 1);
  const asked = await ben.create('Nim', { invitedPlayers: [names.ann] });
  notified = await notificationsOf(ann, 2);
  expect(notified.map(({ id }) => id)).toEqual([asked.gameID, names.ben]);
});

function signedUp(name: string): Promise<Player> {
  return new Player(url, name).signUp();
}

/** A game between Ann, who begins, and Ben. */
async function begun(gameType: GameWire['gameType']): Promise<GameWire> {
  const game = await ann.create(gameType);
  await ann.join(game);
  return ben.join(game);
}

/** Ann takes two each time and Ben three, so that Ann takes the last one. Source: decisions G-8. */
async function playNim(gameID: string): Promise<void> {
  const sitting = [
    { player: ann, listener: await ann.listen(), numObjects: 2 },
    { player: ben, listener: await ben.listen(), numObjects: 3 },
  ];
  for (let number = 0; number < 9; number++) {
    const { player, listener, numObjects } = sitting[number % 2]!;
    const move = { numObjects: number === 8 ? 1 : numObjects };
    expect(await ask(listener, 'makeMove', moveOf(player, gameID, move))).toEqual({ ok: true });
  }
  for (const { listener } of sitting) listener.close();
}

async function notificationsOf(player: Player, count: number): Promise<readonly NotificationWire[]> {
  let found: readonly NotificationWire[] = [];
  await until(`${player.name} is notified`, async () => {
    const answer = await player.get<NotificationWire[]>(`/getNotifications/${player.name}`);
    expect(answer.status).toBe(200);
    found = answer.body;
    return found.length === count;
  });
  return found;
}

const onGame = (name: string, of: () => GameWire, answers: object): Call => ({
  method: 'POST',
  path: () => `/games/${name}`,
  body: (by) => ({ gameID: of().gameID, playerID: by }),
  answers,
});
const read = (path: (by: string) => string, answers: object): Call => ({ method: 'GET', path, answers });
/** A list that may also contain rows of other files. */
const among = (row: object): object => expect.arrayContaining([expect.objectContaining(row)]) as object;

const calls: readonly (readonly [string, Call])[] = [
  [
    '[CA-31] create',
    {
      method: 'POST',
      path: () => '/games/create',
      body: () => ({ gameType: 'TicTacToe', invitedPlayers: [names.eve] }),
      answers: {
        gameType: 'TicTacToe',
        players: [],
        host: names.ann,
        invitedPlayers: [names.eve],
        state: { status: 'WAITING_TO_START', moves: [], winners: [], board: Array(9).fill(null) },
      },
    },
  ],
  [
    '[CA-32] join',
    onGame('join', () => open, { players: [names.ann], state: { player1: names.ann, remainingObjects: 21 } }),
  ],
  [
    '[CA-32] join once more',
    onGame('join', () => open, { players: [names.ann], state: { status: 'WAITING_TO_START' } }),
  ],
  ['[CA-33] leave', onGame('leave', () => open, { players: [], state: { status: 'WAITING_TO_START' } })],
  [
    '[CA-34] invite',
    {
      method: 'POST',
      path: () => '/games/invite',
      body: () => ({ gameID: hidden.gameID, invitedPlayers: [names.ben] }),
      answers: { host: names.ann, invitedPlayers: [names.ben] },
    },
  ],
  ['games', read(() => '/games/games?gameType=TicTacToe&limit=100', among({ players: [names.ann, names.ben] }))],
  [
    '[CA-35, VA-12] games by status',
    read(
      () => '/games/games?status=OVER&gameType=Nim&limit=100',
      among({ state: expect.objectContaining({ winners: [names.ben] }) }),
    ),
  ],
  [
    '[CA-35] private games',
    read(
      (by) => `/games/games?type=Private&username=${by}&gameType=Chopsticks`,
      [{ gameType: 'Chopsticks', host: names.ann }],
    ),
  ],
  [
    '[CA-35, G-6] hosted games',
    read((by) => `/games/games?visibility=hOST&username=${by}&gameType=Chopsticks`, [{ host: names.ann }]),
  ],
  [
    '[CA-50] a game',
    read(() => `/games/game/${won.gameID}`, {
      state: { status: 'OVER', winners: [names.ben], moveCount: 9, remainingObjects: 0 },
      endedBy: 'play',
    }),
  ],
  ['[CA-51] one’s own games', read(() => '/games/mine', [{ gameType: 'TicTacToe', players: [names.ann, names.ben] }])],
  [
    '[CA-53] rematch',
    onGame('rematch', () => won, { gameType: 'Nim', players: [names.ann], state: { player2: names.ann } }),
  ],
  ['[CA-36] wins', read(() => `/games/wins?username=${names.ben}`, { wins: 1 })],
  ['[CA-36] wins of a type', read(() => `/games/wins?username=${names.ben}&gameType=Chopsticks`, { wins: 0 })],
  ['[EN-5, CA-37] leaderboard', read(() => '/games/leaderboard?limit=100', among({ username: names.ben, wins: 1 }))],
  [
    '[CA-37] leaderboard of those one follows',
    read(
      (by) => `/games/leaderboard?gameType=Nim&username=${by}`,
      [{ username: names.ben, wins: 1, globalRank: expect.any(Number) }],
    ),
  ],
  [
    '[EN-6, CA-38] getNotifications',
    read(
      (by) => `/getNotifications/${by}`,
      [
        {
          type: 'gameInvite',
          users: [names.ann],
          message: messages.notifiedGameInvite(names.ben, 'Nim'),
          isRead: false,
        },
        {
          type: 'follower',
          id: names.ben,
          users: [names.ann],
          message: messages.notifiedFollower(names.ben),
          isRead: false,
        },
      ],
    ),
  ],
  ['[CA-54] unread', read(() => '/notifications/unread', { unread: 2 })],
  [
    '[CA-55] markRead',
    {
      method: 'POST',
      path: () => '/notifications/markRead',
      body: () => ({ upTo: notified[0]?._id }),
      answers: { unread: 0 },
    },
  ],
  [
    '[CA-39] deleteNotification',
    {
      method: 'DELETE',
      path: (by) => `/deleteNotification/${by}/${notified[0]?._id}`,
      answers: [{ type: 'gameInvite' }],
    },
  ],
  [
    '[CA-39] deleteNotification by its target',
    {
      method: 'DELETE',
      path: (by) => `/deleteNotification/${by}/${names.ben}`,
      answers: [{ type: 'follower', id: names.ben }],
    },
  ],
  ['getNotifications, all deleted', read((by) => `/getNotifications/${by}`, [])],
];

// In the order of the list: a call may read what an earlier one wrote.
describe('[T-1, T-4, E-2] every call of section 7', () => {
  test.each(calls)('%s', (_, call) => tryCall(ann, call));
});

describe('by socket', () => {
  let annListener: Listener;
  let benListener: Listener;
  let eveListener: Listener;

  beforeAll(async () => {
    [annListener, benListener, eveListener] = await Promise.all([ann.listen(), ben.listen(), eve.listen()]);
  });
  afterAll(() => {
    for (const listener of [annListener, benListener, eveListener]) listener?.close();
  });

  /** Waits for every message sent before: the message about a new game comes after them. */
  async function publishedSoFar(): Promise<void> {
    const { gameID } = await ann.create('Nim');
    await eveListener.waitFor('lobbyUpdate', ({ game }) => game.gameID === gameID);
  }

  test('[EV-10] spectators get the game at once and each move; after leaving they get none', async () => {
    const { gameID } = await begun('TicTacToe');
    await publishedSoFar();
    expect(await ask(eveListener, 'joinGame', gameID)).toEqual({ ok: true });
    await eveListener.waitFor('gameUpdate', ({ gameInstance }) => gameInstance.gameID === gameID);
    expect(await ask(annListener, 'makeMove', moveOf(ann, gameID, { slot: 4 }))).toEqual({ ok: true });
    for (const listener of [annListener, benListener, eveListener]) {
      await listener.waitFor(
        'gameUpdate',
        ({ gameInstance: game }) => game.gameID === gameID && game.state.moveCount === 1,
      );
    }
    expect(await ask(eveListener, 'leaveGame', gameID)).toEqual({ ok: true });
    expect(await ask(benListener, 'makeMove', moveOf(ben, gameID, { slot: 0 }))).toEqual({ ok: true });
    await publishedSoFar();
    const seen = eveListener.received.filter(
      ({ event, payload }) =>
        event === 'gameUpdate' && (payload as { gameInstance: GameWire }).gameInstance.gameID === gameID,
    );
    expect(seen.map(({ payload }) => (payload as { gameInstance: GameWire }).gameInstance.state.moveCount)).toEqual([
      0, 1,
    ]);
  });

  test('[EV-11] a refused move is reported only to its own socket, in the words of the specification', async () => {
    const { gameID } = await begun('Nim');
    const another = await ann.listen();
    const tries: readonly (readonly [Player, Listener, unknown, string, string])[] = [
      [ben, benListener, { numObjects: 1 }, 'Invalid move: wrong player', 'move.wrongPlayer'],
      [eve, eveListener, { numObjects: 1 }, 'Invalid move: wrong player', 'move.wrongPlayer'],
      [ann, annListener, { numObjects: 4 }, 'Invalid move: must remove between 1 and 3 objects', 'move.invalid'],
      [ann, annListener, { numObjects: 1.5 }, 'Invalid move: malformed', 'move.invalid'],
      [ann, annListener, [1], 'Invalid move: malformed', 'move.invalid'],
    ];
    for (const [player, listener, move, error, code] of tries) {
      expect(await ask(listener, 'makeMove', moveOf(player, gameID, move))).toEqual({ error, code });
      expect(await listener.waitFor('gameError', (refusal) => refusal.error === error)).toEqual({
        player: player.name,
        error,
      });
    }
    const forged = moveOf(ann, gameID, { numObjects: 1 });
    expect(await ask(benListener, 'makeMove', forged)).toEqual({
      error: 'Invalid move: wrong player',
      code: 'move.wrongPlayer',
    });
    expect((await ann.look(gameID)).state.moveCount).toBe(0);
    await ask(another, 'leaveGame', gameID);
    expect(another.received.filter(({ event }) => event === 'gameError')).toEqual([]);
    another.close();
    const over = moveOf(ann, won.gameID, { numObjects: 1 });
    expect(await ask(annListener, 'makeMove', over)).toEqual({
      error: 'Invalid move: game is not in progress',
      code: 'move.notInProgress',
    });
  });
});
