import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { GameWire } from '@parlour/contracts/games';
import { limits } from '@parlour/contracts/limits';
import { messages } from '@parlour/contracts/messages';
import type { NotificationWire } from '@parlour/contracts/notifications';
import { until } from '@parlour/kernel/testing/until';
import { type Call, tryCall } from './calls.ts';
import type { Listener } from './person.ts';
import { ask, moveOf, Player } from './player.ts';
import { makeDataFolder, type Product, removeDataFolder, startProduct } from './product.ts';

const unknownId = '01890000-0000-7000-8000-0000000000ff';

let dataDir: string;
let product: Product;
let ann: Player;
let ben: Player;
let eve: Player;
/** Of Nim, public, and nobody sits in it. */
let open: GameWire;
/** Of Chopsticks, by Ann, for nobody else yet. */
let hidden: GameWire;
/** Of TicTacToe, by Ann, for Ben as well. */
let hosted: GameWire;
/** Of Nim, by moves, which Ben won. */
let won: GameWire;
/** Of TicTacToe, between Ann and Ben. */
let running: GameWire;
let notified: readonly NotificationWire[];

beforeAll(async () => {
  dataDir = await makeDataFolder();
  product = await startProduct(dataDir);
  [ann, ben, eve] = await Promise.all([signedUp('Ann'), signedUp('Ben'), signedUp('Eve')]);
  [open, hidden] = [await ann.create('Nim'), await ann.create('Chopsticks', { invitedPlayers: [] })];
  hosted = await ann.create('TicTacToe', { invitedPlayers: ['Ben'] });
  won = await begun('Nim');
  await playNim(won.gameID);
  running = await begun('TicTacToe');
  await ann.follow('Ben');
  await ben.follow('Ann');
  // What two services tell has no order between them.
  await notificationsOf(ann, 1);
  const asked = await ben.create('Nim', { invitedPlayers: ['Ann'] });
  notified = await notificationsOf(ann, 2);
  expect(notified.map(({ id }) => id)).toEqual([asked.gameID, 'Ben']);
}, 90_000);
afterAll(async () => {
  await product?.end();
  await removeDataFolder(dataDir);
});

function signedUp(name: string): Promise<Player> {
  return new Player(product.url, name).signUp();
}

/** A game between Ann, who begins, and Ben. */
async function begun(gameType: GameWire['gameType']): Promise<GameWire> {
  const game = await ann.create(gameType);
  await ann.join(game);
  return ben.join(game);
}

/** Ann takes two each time and Ben three, so that the last one is Ann's. Source: decisions G-8. */
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
  namesActor: true,
  answers,
});
const read = (path: (by: string) => string, answers: object, namesActor = false): Call => ({
  method: 'GET',
  path,
  namesActor,
  answers,
});

const calls: readonly (readonly [string, Call])[] = [
  [
    '[CA-31] create',
    {
      method: 'POST',
      path: () => '/games/create',
      body: () => ({ gameType: 'TicTacToe', invitedPlayers: ['Eve'] }),
      namesActor: false,
      answers: {
        gameType: 'TicTacToe',
        players: [],
        host: 'Ann',
        invitedPlayers: ['Eve'],
        state: { status: 'WAITING_TO_START', moves: [], winners: [], board: Array(9).fill(null) },
      },
    },
  ],
  ['[CA-32] join', onGame('join', () => open, { players: ['Ann'], state: { player1: 'Ann', remainingObjects: 21 } })],
  ['[CA-32] join once more', onGame('join', () => open, { players: ['Ann'], state: { status: 'WAITING_TO_START' } })],
  ['[CA-33] leave', onGame('leave', () => open, { players: [], state: { status: 'WAITING_TO_START' } })],
  [
    '[CA-34] invite',
    {
      method: 'POST',
      path: () => '/games/invite',
      body: () => ({ gameID: hidden.gameID, invitedPlayers: ['Ben'] }),
      namesActor: false,
      answers: { host: 'Ann', invitedPlayers: ['Ben'] },
    },
  ],
  ['games', read(() => '/games/games?gameType=TicTacToe', [{ players: ['Ann', 'Ben'] }])],
  [
    '[CA-35, VA-12] games by status',
    read(() => '/games/games?status=OVER&gameType=Nim', [{ state: { winners: ['Ben'] } }]),
  ],
  [
    '[CA-35] private games',
    read(
      (by) => `/games/games?type=Private&username=${by}&gameType=Chopsticks`,
      [{ gameType: 'Chopsticks', host: 'Ann' }],
      true,
    ),
  ],
  [
    '[CA-35, G-6] hosted games',
    read((by) => `/games/games?visibility=hOST&username=${by}&gameType=Chopsticks`, [{ host: 'Ann' }], true),
  ],
  [
    '[CA-50] a game',
    read(() => `/games/game/${won.gameID}`, {
      state: { status: 'OVER', winners: ['Ben'], moveCount: 9, remainingObjects: 0 },
      endedBy: 'play',
    }),
  ],
  ['[CA-51] one’s own games', read(() => '/games/mine', [{ gameType: 'TicTacToe', players: ['Ann', 'Ben'] }])],
  ['[CA-53] rematch', onGame('rematch', () => won, { gameType: 'Nim', players: ['Ann'], state: { player2: 'Ann' } })],
  ['[CA-36] wins', read(() => '/games/wins?username=Ben', { wins: 1 })],
  ['[CA-36] wins of a type', read(() => '/games/wins?username=Ben&gameType=Chopsticks', { wins: 0 })],
  ['[EN-5, CA-37] leaderboard', read(() => '/games/leaderboard', [{ username: 'Ben', wins: 1, globalRank: 1 }])],
  [
    '[CA-37] leaderboard of those one follows',
    read((by) => `/games/leaderboard?gameType=Nim&username=${by}`, [{ username: 'Ben', wins: 1, globalRank: 1 }], true),
  ],
  [
    '[EN-6, CA-38] getNotifications',
    read(
      (by) => `/getNotifications/${by}`,
      [
        { type: 'gameInvite', users: ['Ann'], message: messages.notifiedGameInvite('Ben', 'Nim'), isRead: false },
        { type: 'follower', id: 'Ben', users: ['Ann'], message: messages.notifiedFollower('Ben'), isRead: false },
      ],
      true,
    ),
  ],
  ['[CA-54] unread', read(() => '/notifications/unread', { unread: 2 })],
  [
    '[CA-55] markRead',
    {
      method: 'POST',
      path: () => '/notifications/markRead',
      body: () => ({ upTo: notified[0]?._id }),
      namesActor: false,
      answers: { unread: 0 },
    },
  ],
  [
    '[CA-39] deleteNotification',
    {
      method: 'DELETE',
      path: (by) => `/deleteNotification/${by}/${notified[0]?._id}`,
      namesActor: true,
      answers: [{ type: 'gameInvite' }],
    },
  ],
  [
    '[CA-39] deleteNotification by its target',
    {
      method: 'DELETE',
      path: (by) => `/deleteNotification/${by}/Ben`,
      namesActor: true,
      answers: [{ type: 'follower', id: 'Ben' }],
    },
  ],
  ['getNotifications, all deleted', read((by) => `/getNotifications/${by}`, [], true)],
];

// In the order of the list: a call may read what an earlier one wrote.
describe('[T-1, T-4, E-2] every call of section 7', () => {
  test.each(calls)('%s', (_, call) => tryCall(ann, ben, call));
});

describe('what is refused', () => {
  const post = (name: string, body: () => object, status: number, code: string, error: string) =>
    [name, error, body, { status, body: { code, error } }] as const;
  const onOpen = () => ({ gameID: open.gameID });
  const onHosted = () => ({ gameID: hosted.gameID });
  const onRunning = () => ({ gameID: running.gameID });
  const onWon = () => ({ gameID: won.gameID });
  const onNone = () => ({ gameID: unknownId });
  const inviting =
    (of: () => object, ...invitedPlayers: string[]) =>
    () => ({ ...of(), invitedPlayers });

  test.each([
    post('join', onNone, 404, 'game.unknown', messages.gameUnknown),
    post('join', () => ({ gameID: '7' }), 400, 'id.malformed', messages.idMalformed),
    post('join', onWon, 409, 'game.over', messages.gameOver),
    post('leave', onNone, 404, 'game.unknown', messages.gameUnknown),
    post('leave', onOpen, 403, 'game.notPlayer', messages.gameNotPlayer),
    post('leave', onWon, 409, 'game.over', messages.gameOver),
    post('create', () => ({ gameType: 'Chess' }), 400, 'game.type', messages.gameTypeInvalid),
    post('create', () => ({}), 400, 'game.type', messages.gameTypeInvalid),
    post(
      'create',
      () => ({ gameType: 'Nim', invitedPlayers: ['Ann'] }),
      400,
      'game.invitation',
      messages.gameInviteSelf,
    ),
    post(
      'create',
      () => ({ gameType: 'Nim', invitedPlayers: ['Nobody'] }),
      400,
      'game.invitation',
      messages.gameInviteUnknown,
    ),
    post(
      'create',
      () => ({ gameType: 'Nim', computer: 'godlike' }),
      400,
      'request.invalid',
      messages.gameStrengthInvalid,
    ),
    post('invite', inviting(onHosted), 400, 'game.invitation', messages.gameInviteNobody),
    post('invite', inviting(onHosted, 'Ben'), 400, 'game.invitation', messages.gameInviteTwice),
    post('invite', inviting(onHosted, 'Ann'), 400, 'game.invitation', messages.gameInviteSelf),
    post('invite', inviting(onHosted, 'Nobody'), 400, 'game.invitation', messages.gameInviteUnknown),
    post('invite', inviting(onNone, 'Ben'), 404, 'game.unknown', messages.gameUnknown),
    post('invite', inviting(onOpen, 'Ben'), 403, 'game.notHost', messages.gameNotHost),
    post('invite', inviting(onWon, 'Eve'), 409, 'game.over', messages.gameOver),
    post('claim', onRunning, 409, 'claim.early', messages.claimEarly),
    post('claim', onWon, 409, 'game.over', messages.gameOver),
    post('rematch', onRunning, 409, 'rematch.early', messages.rematchEarly),
    post('rematch', onNone, 404, 'game.unknown', messages.gameUnknown),
  ])('%s: %s', async (name, _, body, refusal) => {
    expect(await ann.post(`/games/${name}`, body())).toMatchObject(refusal);
  });

  test('a crowd of guests', async () => {
    const invitedPlayers = Array.from({ length: limits.invitedPlayers + 1 }, (_, index) => `Guest ${index}`);
    const answer = await ann.post('/games/create', { gameType: 'Nim', invitedPlayers });
    expect(answer).toMatchObject({ status: 400, body: { code: 'game.invitation' } });
  });

  test('what only a player, or only the host, may do', async () => {
    const notPlayer = { status: 403, body: { code: 'game.notPlayer', error: messages.gameNotPlayer } };
    expect(await eve.post('/games/leave', onRunning())).toMatchObject(notPlayer);
    expect(await eve.post('/games/claim', onRunning())).toMatchObject(notPlayer);
    expect(await eve.post('/games/rematch', onWon())).toMatchObject(notPlayer);
    expect(await ben.post('/games/invite', inviting(onHosted, 'Eve')())).toMatchObject({
      status: 403,
      body: { code: 'game.notHost', error: messages.gameNotHost },
    });
    const full = { code: 'game.noSeat', error: 'Error joining game: you no longer have access to this game.' };
    expect(await eve.post('/games/join', onRunning())).toMatchObject({ status: 409, body: full });
    // It is Ann's turn, and she has time.
    const early = { status: 409, body: { code: 'claim.early', error: messages.claimEarly } };
    expect(await ben.post('/games/claim', onRunning())).toMatchObject(early);
  });

  test('[RO-8] a private game is not there for who is not invited, by any call', async () => {
    const { gameID } = hidden;
    const unknown = { status: 404, body: { code: 'game.unknown', error: messages.gameUnknown } };
    expect(await eve.get(`/games/game/${gameID}`)).toMatchObject(unknown);
    for (const name of ['join', 'leave', 'claim', 'rematch']) {
      expect(await eve.post(`/games/${name}`, { gameID, playerID: 'Eve' })).toMatchObject(unknown);
    }
    expect(await eve.post('/games/invite', { gameID, invitedPlayers: ['Ben'] })).toMatchObject(unknown);
    for (const type of ['Public', 'Private', 'Host']) {
      const { body } = await eve.get<GameWire[]>(`/games/games?type=${type}&gameType=Chopsticks`);
      expect(body).toEqual([]);
    }
    const listener = await eve.listen();
    expect(await ask(listener, 'joinGame', gameID)).toEqual(unknown.body);
    expect(await ask(listener, 'makeMove', moveOf(eve, gameID, {}))).toEqual(unknown.body);
    expect(await listener.hear('gameError')).toEqual({ player: 'Eve', error: messages.gameUnknown });
    listener.close();
  });

  test.each([
    ['/games/games?gameType=Chess', 400, 'game.type', 'Invalid game type'],
    ['/games/games?visibility=Secret', 400, 'visibility.unknown', 'Invalid visibility'],
    ['/games/games?status=DONE', 400, 'request.invalid', 'Invalid status'],
    ['/games/leaderboard?gameType=Chess', 400, 'game.type', 'Invalid game type'],
    ['/games/wins?username=Ann&gameType=Chess', 400, 'game.type', 'Invalid game type'],
    ['/games/wins?username=Nobody', 404, 'user.unknown', 'User not found'],
    [`/games/game/${unknownId}`, 404, 'game.unknown', 'Game requested does not exist'],
    ['/games/game/7', 400, 'id.malformed', 'This id is malformed.'],
  ])('GET %s', async (path, status, code, error) => {
    expect(await ann.get(path)).toMatchObject({ status, body: { code, error } });
  });

  test('another’s notifications', async () => {
    const [gil, hal] = [await signedUp('Gil'), await signedUp('Hal')];
    await hal.follow('Gil');
    const [own] = await notificationsOf(gil, 1);
    const unknown = { status: 404, body: { code: 'notification.unknown', error: messages.notificationUnknown } };
    expect(await eve.call('DELETE', `/deleteNotification/Eve/${own?._id}`)).toMatchObject(unknown);
    expect(await eve.call('DELETE', `/deleteNotification/Eve/${unknownId}`)).toMatchObject(unknown);
    expect(await eve.post('/notifications/markRead', { upTo: own?._id })).toMatchObject(unknown);
    expect(await notificationsOf(gil, 1)).toEqual([own]);
  });
});

describe('by socket', () => {
  let annHears: Listener;
  let benHears: Listener;
  let eveHears: Listener;

  beforeAll(async () => {
    [annHears, benHears, eveHears] = await Promise.all([ann.listen(), ben.listen(), eve.listen()]);
  });
  afterAll(() => {
    for (const listener of [annHears, benHears, eveHears]) listener?.close();
  });

  test('[EV-10] who watches sees the game at once and each move; who has left sees none', async () => {
    const { gameID } = await begun('TicTacToe');
    expect(await ask(eveHears, 'joinGame', gameID)).toEqual({ ok: true });
    await eveHears.hear('gameUpdate', ({ gameInstance }) => gameInstance.gameID === gameID);
    expect(await ask(annHears, 'makeMove', moveOf(ann, gameID, { slot: 4 }))).toEqual({ ok: true });
    for (const listener of [annHears, benHears, eveHears]) {
      await listener.hear(
        'gameUpdate',
        ({ gameInstance: game }) => game.gameID === gameID && game.state.moveCount === 1,
      );
    }
    expect(await ask(eveHears, 'leaveGame', gameID)).toEqual({ ok: true });
    expect(await ask(benHears, 'makeMove', moveOf(ben, gameID, { slot: 0 }))).toEqual({ ok: true });
    // What is told to everybody comes after all that was told before.
    const { gameID: last } = await ann.create('Nim');
    await eveHears.hear('lobbyUpdate', ({ game }) => game.gameID === last);
    const seen = eveHears.heard.filter(
      ({ event, payload }) =>
        event === 'gameUpdate' && (payload as { gameInstance: GameWire }).gameInstance.gameID === gameID,
    );
    expect(seen.map(({ payload }) => (payload as { gameInstance: GameWire }).gameInstance.state.moveCount)).toEqual([
      0, 1,
    ]);
  });

  test('[EV-11] a refused move is told to the socket that sent it alone, in the words of the specification', async () => {
    const { gameID } = await begun('Nim');
    const another = await ann.listen();
    const tries: readonly (readonly [Player, Listener, unknown, string, string])[] = [
      [ben, benHears, { numObjects: 1 }, 'Invalid move: wrong player', 'move.wrongPlayer'],
      [eve, eveHears, { numObjects: 1 }, 'Invalid move: wrong player', 'move.wrongPlayer'],
      [ann, annHears, { numObjects: 4 }, 'Invalid move: must remove between 1 and 3 objects', 'move.invalid'],
      [ann, annHears, { numObjects: 1.5 }, 'Invalid move: malformed', 'move.invalid'],
      [ann, annHears, [1], 'Invalid move: malformed', 'move.invalid'],
    ];
    for (const [player, listener, move, error, code] of tries) {
      expect(await ask(listener, 'makeMove', moveOf(player, gameID, move))).toEqual({ error, code });
      expect(await listener.hear('gameError', (refusal) => refusal.error === error)).toEqual({
        player: player.name,
        error,
      });
    }
    const forged = moveOf(ann, gameID, { numObjects: 1 });
    expect(await ask(benHears, 'makeMove', forged)).toEqual({
      error: 'Invalid move: wrong player',
      code: 'move.wrongPlayer',
    });
    expect((await ann.look(gameID)).state.moveCount).toBe(0);
    await ask(another, 'leaveGame', gameID);
    expect(another.heard.filter(({ event }) => event === 'gameError')).toEqual([]);
    another.close();
    const over = moveOf(ann, won.gameID, { numObjects: 1 });
    expect(await ask(annHears, 'makeMove', over)).toEqual({
      error: 'Invalid move: game is not in progress',
      code: 'move.notInProgress',
    });
  });

  test('a move that is sent again under its commandId is made once', async () => {
    const { gameID } = await begun('Nim');
    const sent = moveOf(ann, gameID, { numObjects: 3 }, 'once');
    const answers = await Promise.all([
      ask(annHears, 'makeMove', sent),
      ask(annHears, 'makeMove', sent),
      ask(annHears, 'makeMove', sent),
    ]);
    expect(answers).toEqual([{ ok: true }, { ok: true }, { ok: true }]);
    expect((await ann.look(gameID)).state).toMatchObject({ moveCount: 1, remainingObjects: 18 });
    const other = moveOf(ann, gameID, { numObjects: 1 }, 'once');
    expect(await ask(annHears, 'makeMove', other)).toMatchObject({ code: 'command.keyReused' });
  });

  test('odd events harm nobody', async () => {
    const speaking = annHears.socket as unknown as { emit(event: string, ...given: unknown[]): void }; // anything is tried here
    for (const given of [[], [undefined], [null], [5], ['x'], [[]], [() => 1], [{ gameID: {} }], [Buffer.alloc(99)]]) {
      for (const event of ['makeMove', 'joinGame', 'leaveGame', 'noSuchEvent']) speaking.emit(event, ...given);
    }
    const evil = JSON.parse('{"__proto__":{"numObjects":1},"constructor":{"prototype":{"numObjects":1}}}') as unknown;
    const { gameID } = await begun('Nim');
    expect(await ask(annHears, 'makeMove', moveOf(ann, gameID, evil))).toMatchObject({ code: 'move.invalid' });
    expect(await ask(annHears, 'makeMove', moveOf(ann, gameID, { numObjects: 1 }))).toEqual({ ok: true });
  });
});
