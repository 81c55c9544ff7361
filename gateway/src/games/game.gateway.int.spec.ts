import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Socket } from 'socket.io-client';
import { DomainError, unavailable } from '@parlour/contracts/errors';
import type { GameRowWire, GameWire } from '@parlour/contracts/games/games';
import { limits } from '@parlour/contracts/limits';
import type { Room } from '@parlour/contracts/live';
import { messages } from '@parlour/contracts/messages';
import type { SocketAnswer } from '@parlour/contracts/socket';
import { bodyHash } from '@parlour/kernel/rpc/calls';
import { until } from '@parlour/kernel/testing/until';
import { next, RunningGateway } from '../testing/running-gateway.ts';
import { idOf, unknownId } from '../testing/stand-ins.ts';

const longAgo = '2026-01-05T09:03:07.000Z';
const publicId = gameIdOf(1);
const privateId = '01900000-0000-7000-8000-0000000000b1';

function gameIdOf(number: number): string {
  return `01900000-0000-7000-8000-0000000a${String(number).padStart(4, '0')}`;
}

function gameWith(gameID: string, version: number): GameWire {
  const isPrivate = gameID === privateId;
  return {
    gameID,
    gameType: 'Nim',
    players: ['Ann', 'Bob'],
    ...(isPrivate ? { host: 'Ann', invitedPlayers: ['Bob'] } : { invitedPlayers: [] }),
    state: { status: 'IN_PROGRESS', moveCount: 0, winners: [], player1: 'Ann', player2: 'Bob', moves: [] },
    createdAt: longAgo,
    updatedAt: longAgo,
    version,
  };
}

function rowWith(gameID: string, version: number): GameRowWire {
  const { moves: _, ...state } = gameWith(gameID, version).state;
  return { ...gameWith(gameID, version), state };
}

let gateway: RunningGateway;
let ann: { cookie: string };
let version: number;
let position = 0;

beforeAll(async () => {
  gateway = await RunningGateway.start();
  ann = await gateway.signIn('Ann');
});

beforeEach(() => {
  version = 3;
  gateway.standIns.calls.length = 0;
  gateway.standIns.answer({
    'games.getGame': ({ request: { gameId }, context }) => {
      const mayNot = gameId === privateId && context.actor?.name === 'Eve';
      if (gameId === unknownId || mayNot) throw new DomainError('game.unknown', messages.gameUnknown);
      return gameWith(gameId, version);
    },
    'games.move': ({ request }) => rowWith(request.gameId, ++version),
  });
});

afterEach(() => gateway.closeSockets());

afterAll(() => gateway.stop());

async function connected(headers: { cookie: string } = ann): Promise<Socket> {
  const socket = gateway.socket(headers);
  await next(socket, 'connect');
  return socket;
}

function ask(socket: Socket, event: string, ...given: unknown[]): Promise<SocketAnswer> {
  return socket.emitWithAck(event, ...given) as Promise<SocketAnswer>;
}

/** All events of one name that a socket receives. */
function receivedBy(socket: Socket, event: string): unknown[] {
  const received: unknown[] = [];
  socket.on(event, (payload) => received.push(payload));
  return received;
}

/** Publishes an update of a game. */
function publishGame(to: Room, gameID = publicId): Promise<void> {
  const after = position++;
  const payload = { gameInstance: gameWith(gameID, 100 + position) };
  const messages = [{ to: [to], event: 'gameUpdate', payload, position }] as const;
  return gateway.publishLive({ source: 'games', after, upTo: position, messages });
}

/**
 * Whether a game's room update reaches a socket. A public update published afterwards arrives last.
 */
async function receives(socket: Socket, gameID: string): Promise<boolean> {
  const received = receivedBy(socket, 'gameUpdate') as { gameInstance: GameWire }[];
  await publishGame(`game:${gameID}`, gameID);
  const end = gameIdOf(9_999);
  await publishGame('public', end);
  await until('the end is received', () => received.at(-1)?.gameInstance.gameID === end);
  return received.length > 1;
}

const refusalOf = (text: string) => ({ player: 'Ann', error: text });

describe('[G-1] watching', () => {
  it('[EV-19] is authorised by the service for the session; the socket gets the game at once', async () => {
    const socket = await connected();
    const update = next(socket, 'gameUpdate');
    expect(await ask(socket, 'joinGame', publicId.toUpperCase())).toEqual({ ok: true });
    expect(await update).toEqual({ gameInstance: gameWith(publicId, 3) });
    expect(gateway.standIns.last('games.getGame')).toMatchObject({
      request: { gameId: publicId },
      context: { actor: { id: idOf('Ann'), name: 'Ann' }, sessionId: expect.any(String), idempotency: null },
    });
    expect(await receives(socket, publicId)).toBe(true);
  });

  it('ends with leaving, and does not include other sockets of the same person', async () => {
    const [socket, another] = [await connected(), await connected()];
    await ask(socket, 'joinGame', publicId);
    expect(await receives(another, publicId)).toBe(false);
    expect(await ask(socket, 'leaveGame', publicId.toUpperCase())).toEqual({ ok: true });
    expect(await receives(socket, publicId)).toBe(false);
    expect(await ask(socket, 'leaveGame', publicId)).toEqual({ ok: true });
  });

  it('shows a private game without joining a room', async () => {
    const socket = await connected();
    const update = next(socket, 'gameUpdate');
    expect(await ask(socket, 'joinGame', privateId)).toEqual({ ok: true });
    expect(await update).toEqual({ gameInstance: gameWith(privateId, 3) });
    expect(gateway.socketsIn(`game:${privateId}`)).toBe(0);
    expect(await receives(socket, privateId)).toBe(false);
  });

  it.each([unknownId, privateId])('refuses a hidden game to this socket only: %s', async (hidden) => {
    const eve = await gateway.signIn('Eve');
    const [socket, another] = [await connected(eve), await connected(eve)];
    const [error, others] = [next(socket, 'gameError'), receivedBy(another, 'gameError')];
    const refusal = { error: 'Game requested does not exist', code: 'game.unknown' };
    expect(await ask(socket, 'joinGame', hidden)).toEqual(refusal);
    expect(await error).toEqual({ player: 'Eve', error: refusal.error });
    expect(await receives(socket, hidden)).toBe(false);
    expect(await receives(another, hidden)).toBe(false);
    expect(others).toEqual([]);
  });

  it('misses nothing that happens while the room is joined', async () => {
    const socket = await connected();
    const update = next(socket, 'gameUpdate');
    let looks = 0;
    gateway.standIns.answer({
      // A player moves after the first read; the room gets it before this socket is in it.
      'games.getGame': async () => {
        const seen = gameWith(publicId, version);
        if (looks++ === 0) {
          version++;
          await publishGame(`game:${publicId}`);
        }
        return seen;
      },
    });
    await ask(socket, 'joinGame', publicId);
    expect(await update).toEqual({ gameInstance: gameWith(publicId, 4) });
  });

  it('does not begin if the socket leaves before it is admitted', async () => {
    const socket = await connected();
    const updates = receivedBy(socket, 'gameUpdate');
    let letIn = (): void => undefined;
    const held = new Promise<void>((resolve) => (letIn = resolve));
    gateway.standIns.answer({
      'games.getGame': async () => {
        await held;
        return gameWith(publicId, 3);
      },
    });
    const joined = ask(socket, 'joinGame', publicId);
    expect(await ask(socket, 'leaveGame', publicId)).toEqual({ ok: true });
    letIn();
    expect(await joined).toEqual({ ok: true });
    expect(updates).toEqual([]);
    expect(await receives(socket, publicId)).toBe(false);
  });

  it('does not begin if the connection closes before it is admitted', async () => {
    const watched = gameIdOf(5_000);
    const socket = await connected();
    let letIn = (): void => undefined;
    const held = new Promise<void>((resolve) => (letIn = resolve));
    gateway.standIns.answer({
      'games.getGame': async () => {
        await held;
        return gameWith(watched, 3);
      },
    });
    socket.emit('joinGame', watched);
    await until('the service is asked', () => gateway.standIns.count('games.getGame') === 1);
    socket.disconnect();
    await until('the socket is gone', () => gateway.socketsIn('public') === 0);
    letIn();
    // Another socket's request takes the same way, and ends after the first: it reads twice.
    const another = await connected();
    expect(await ask(another, 'joinGame', watched)).toEqual({ ok: true });
    expect(gateway.standIns.count('games.getGame')).toBe(1 + 2);
    expect(gateway.socketsIn(`game:${watched}`)).toBe(1);
  });

  it('ends if the service refuses after the room was joined', async () => {
    const socket = await connected();
    const updates = receivedBy(socket, 'gameUpdate');
    let looks = 0;
    gateway.standIns.answer({
      'games.getGame': () => {
        if (looks++ > 0) throw unavailable();
        return gameWith(publicId, 3);
      },
    });
    expect(await ask(socket, 'joinGame', publicId)).toMatchObject({ code: 'service.unavailable' });
    expect(updates).toEqual([]);
    expect(await receives(socket, publicId)).toBe(false);
  });

  it('survives a late refusal of an earlier request', async () => {
    const socket = await connected();
    let refuse = (): void => undefined;
    const held = new Promise<void>((resolve) => (refuse = resolve));
    gateway.standIns.answer({
      'games.getGame': async () => {
        await held;
        throw unavailable();
      },
    });
    const first = ask(socket, 'joinGame', publicId);
    await until('the service is asked', () => gateway.standIns.count('games.getGame') === 1);
    gateway.standIns.answer({ 'games.getGame': () => gameWith(publicId, 3) });
    expect(await ask(socket, 'joinGame', publicId)).toEqual({ ok: true });
    refuse();
    expect(await first).toMatchObject({ code: 'service.unavailable' });
    expect(await receives(socket, publicId)).toBe(true);
  });

  it('of more than twenty games drops the first', async () => {
    const socket = await connected();
    for (let number = 1; number <= 20; number++) await ask(socket, 'joinGame', gameIdOf(number));
    // Watching the same game again does not count as one more.
    await ask(socket, 'joinGame', gameIdOf(20));
    expect(await receives(socket, gameIdOf(1))).toBe(true);
    await ask(socket, 'joinGame', gameIdOf(21));
    expect(await receives(socket, gameIdOf(1))).toBe(false);
    for (const number of [2, 20, 21]) expect(await receives(socket, gameIdOf(number))).toBe(true);
  });

  it('ends with the connection: a returning socket joins again', async () => {
    const socket = await connected();
    await ask(socket, 'joinGame', publicId);
    const back = next(socket, 'connect');
    // After a gap every client has to reconnect.
    position += 5;
    await publishGame('public');
    await back;
    expect(await receives(socket, publicId)).toBe(false);
    await ask(socket, 'joinGame', publicId);
    expect(await receives(socket, publicId)).toBe(true);
  });

  it.each(['', 'x', '../c', 5, null, {}, [], [publicId], '__proto__', 'public', `user:${idOf('Bob')}`])(
    'refuses %j as a game',
    async (given) => {
      const socket = await connected();
      const error = next(socket, 'gameError');
      const refusal = { error: 'This id is malformed.', code: 'id.malformed' };
      expect(await ask(socket, 'joinGame', given)).toEqual(refusal);
      expect(await error).toEqual(refusalOf(refusal.error));
      expect(await ask(socket, 'leaveGame', given)).toEqual(refusal);
      expect(gateway.standIns.calls).toEqual([]);
    },
  );
});

describe('[G-7] a move', () => {
  const move = { playerID: 'Ann', gameID: publicId, move: { numObjects: 2 } };

  it('[EV-20] is passed to the service, and acknowledged once that has answered', async () => {
    const socket = await connected();
    const errors = receivedBy(socket, 'gameError');
    let answer = (): void => undefined;
    const held = new Promise<void>((resolve) => (answer = resolve));
    gateway.standIns.answer({
      'games.move': async () => {
        await held;
        return rowWith(publicId, 4);
      },
    });
    let isAcknowledged = false;
    const made = ask(socket, 'makeMove', { gameID: publicId, move, commandId: 'c-1' }).finally(() => {
      isAcknowledged = true;
    });
    await until('the service is asked', () => gateway.standIns.count('games.move') === 1);
    await ask(socket, 'leaveGame', publicId);
    expect(isAcknowledged).toBe(false);
    answer();
    expect(await made).toEqual({ ok: true });
    const request = { gameId: publicId, move: { numObjects: 2 } };
    expect(gateway.standIns.last('games.move')).toMatchObject({
      request,
      context: {
        actor: { id: idOf('Ann'), name: 'Ann' },
        sessionId: expect.any(String),
        idempotency: { key: 'c-1', bodyHash: bodyHash(request) },
      },
    });
    expect(errors).toEqual([]);
  });

  it('gets a key of its own without a commandId', async () => {
    const socket = await connected();
    const keys = new Set<string | undefined>();
    for (let time = 0; time < 2; time++) {
      await ask(socket, 'makeMove', { gameID: publicId, move });
      keys.add(gateway.standIns.last('games.move').context.idempotency?.key);
    }
    expect([...keys]).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/), expect.stringMatching(/^[0-9a-f-]{36}$/)]);
  });

  it('compares names and ids case-insensitively', async () => {
    const socket = await connected();
    const written = { ...move, playerID: 'ANN', gameID: publicId.toUpperCase() };
    expect(await ask(socket, 'makeMove', { gameID: publicId, move: written })).toEqual({ ok: true });
    expect(gateway.standIns.last('games.move').request).toEqual({ gameId: publicId, move: { numObjects: 2 } });
  });

  it('says for how many moves before it it was made, if the client does', async () => {
    const socket = await connected();
    expect(await ask(socket, 'makeMove', { gameID: publicId, move, moveCount: 0 })).toEqual({ ok: true });
    const request = { gameId: publicId, move: { numObjects: 2 }, moveCount: 0 };
    expect(gateway.standIns.last('games.move').request).toEqual(request);
  });

  it('refused by the service is an error of this socket only, with text and code', async () => {
    const bob = await gateway.signIn('Bob');
    const [socket, another, other] = [await connected(), await connected(), await connected(bob)];
    for (const each of [socket, another, other]) await ask(each, 'joinGame', publicId);
    const others = [receivedBy(another, 'gameError'), receivedBy(other, 'gameError')];
    gateway.standIns.refuse('games.move', 'move.invalid', messages.nimOneToThree);
    const error = next(socket, 'gameError');
    const answer = await ask(socket, 'makeMove', { gameID: publicId, move });
    expect(answer).toEqual({
      error: 'Invalid move: must remove between 1 and 3 objects',
      code: 'move.invalid',
    });
    expect(await error).toEqual(refusalOf('Invalid move: must remove between 1 and 3 objects'));
    for (const each of [another, other]) await ask(each, 'leaveGame', publicId);
    expect(others).toEqual([[], []]);
  });

  it('without an acknowledgement is refused by gameError only', async () => {
    const socket = await connected();
    gateway.standIns.refuse('games.move', 'move.wrongPlayer', messages.moveWrongPlayer);
    for (const done of [[], ['no function'], [null], [{}]]) {
      const error = next(socket, 'gameError');
      socket.emit('makeMove', { gameID: publicId, move }, ...done);
      expect(await error).toEqual(refusalOf('Invalid move: wrong player'));
    }
  });

  it('to an unavailable service can be sent again under the same key', async () => {
    const socket = await connected();
    const sent = { gameID: publicId, move, commandId: 'c-2' };
    await gateway.standIns.close('games');
    const refused = await ask(socket, 'makeMove', sent);
    expect(refused).toEqual({ error: messages.unavailable, code: 'service.unavailable' });
    gateway.standIns.open('games');
    expect(await ask(socket, 'makeMove', sent)).toEqual({ ok: true });
    expect(gateway.standIns.last('games.move').context.idempotency?.key).toBe('c-2');
  });

  const malformed = { code: 'move.invalid', error: 'Invalid move: malformed' };
  const differ = { code: 'move.invalid', error: 'Invalid move: the game ids do not match' };
  const wrong = { code: 'move.wrongPlayer', error: 'Invalid move: wrong player' };
  const id = { code: 'id.malformed', error: 'This id is malformed.' };
  const key = { code: 'request.invalid', error: expect.stringMatching(/^The request is not valid/) };
  const at = (inner: unknown) => ({ gameID: publicId, move: { ...move, move: inner } });

  it.each([
    ['nothing', undefined, malformed],
    ['null', null, malformed],
    ['a number', 5, malformed],
    ['a text', 'x', malformed],
    ['a list', [{ gameID: publicId, move }], malformed],
    ['bytes', Buffer.from('x'), malformed],
    ['an empty object', {}, malformed],
    ['no move', { gameID: publicId }, malformed],
    ['a list for a move', { gameID: publicId, move: [move] }, malformed],
    ['a text for a move', { gameID: publicId, move: 'x' }, malformed],
    ['an undefined move', at(undefined), malformed],
    ['a null move', at(null), malformed],
    ['a number for a move', at(2), malformed],
    ['a list in the move', at([2]), malformed],
    ['bytes for a move', at(Buffer.alloc(1_000)), malformed],
    ['bytes in a field of the move', at({ numObjects: Buffer.alloc(1_000) }), malformed],
    ['a __proto__ in the move', at(JSON.parse('{"__proto__":{"numObjects":2}}')), malformed],
    ['a __proto__ beside the move', JSON.parse(`{"__proto__":{"gameID":"${publicId}"}}`), malformed],
    ['a move nested too deep', at(JSON.parse(`{"a":${'['.repeat(100)}${']'.repeat(100)}}`)), malformed],
    ['NUL', at({ numObjects: 'a\0' }), malformed],
    ['a lone surrogate', at({ '\ud83d': 1 }), malformed],
    ['no game id', { move }, id],
    ['a malformed game id', { gameID: 'x', move: { ...move, gameID: 'x' } }, id],
    ['a list for a game id', { gameID: [publicId], move: { ...move, gameID: [publicId] } }, id],
    ['another game', { gameID: publicId, move: { ...move, gameID: unknownId } }, differ],
    ['no game in the move', { gameID: publicId, move: { ...move, gameID: undefined } }, differ],
    ['a list for the game in the move', { gameID: publicId, move: { ...move, gameID: [publicId] } }, differ],
    ['another player', { gameID: publicId, move: { ...move, playerID: 'Bob' } }, wrong],
    ['the computer', { gameID: publicId, move: { ...move, playerID: 'computer' } }, wrong],
    ['nobody', { gameID: publicId, move: { ...move, playerID: undefined } }, wrong],
    ['an object for a name', { gameID: publicId, move: { ...move, playerID: { toString: 'Ann' } } }, wrong],
    ['a text for the number of moves', { gameID: publicId, move, moveCount: '2' }, malformed],
    ['half a number of moves', { gameID: publicId, move, moveCount: 1.5 }, malformed],
    ['less than no moves', { gameID: publicId, move, moveCount: -1 }, malformed],
    ['null for the number of moves', { gameID: publicId, move, moveCount: null }, malformed],
    ['a commandId with space', { gameID: publicId, move, commandId: 'a b' }, key],
    ['a number for a commandId', { gameID: publicId, move, commandId: 5 }, key],
    ['a very long commandId', { gameID: publicId, move, commandId: 'x'.repeat(101) }, key],
  ])('of %s is refused before the service is called, and does no harm', async (_, given, refusal) => {
    const socket = await connected();
    const error = next(socket, 'gameError');
    expect(await ask(socket, 'makeMove', given)).toEqual(refusal);
    expect(await error).toEqual({ player: 'Ann', error: refusal.error });
    expect(gateway.standIns.calls).toEqual([]);
    expect(await ask(socket, 'makeMove', { gameID: publicId, move })).toEqual({ ok: true });
  });

  it('of a message full of brackets does no harm', async () => {
    const socket = await connected();
    const error = next(socket, 'gameError');
    // Sent raw: the client itself runs out of stack when it encodes such a move.
    const inner = `${'['.repeat(8_000)}${']'.repeat(8_000)}`;
    socket.io.engine.write(`2["makeMove",{"gameID":"${publicId}","move":{"a":${inner}}}]`);
    expect(await error).toEqual(refusalOf('Invalid move: malformed'));
  });

  it('that is only a function does no harm', async () => {
    const socket = await connected();
    const error = next(socket, 'gameError');
    socket.emit('makeMove', () => undefined);
    expect(await error).toEqual(refusalOf('Invalid move: malformed'));
  });

  it.each([[{}], [{ numObjects: -1 }], [{ numObjects: '2' }], [{ constructor: { prototype: {} }, toString: 5 }]])(
    '%j is left to the rules',
    async (inner) => {
      const socket = await connected();
      expect(await ask(socket, 'makeMove', at(inner))).toEqual({ ok: true });
      expect(gateway.standIns.last('games.move').request).toEqual({ gameId: publicId, move: inner });
    },
  );

  it('of the maximum message size is accepted; a larger one ends the connection', async () => {
    const socket = await connected();
    const room = limits.socketMessageBytes - 400;
    expect(await ask(socket, 'makeMove', at({ numObjects: 'x'.repeat(room) }))).toEqual({ ok: true });
    const left = next(socket, 'disconnect');
    socket.emit('makeMove', at({ numObjects: 'x'.repeat(limits.socketMessageBytes) }));
    expect(await left).toBe('transport close');
  });
});

describe('rate limits', () => {
  let strict: RunningGateway;

  beforeAll(async () => {
    strict = await RunningGateway.start({ LIMITS: 'strict' });
    strict.standIns.answer({ 'games.move': () => rowWith(publicId, 4) });
  });

  afterAll(() => strict.stop());

  it('twenty moves at once per person, whatever the number of tabs', async () => {
    const bob = await strict.signIn('Bob');
    const sockets = [strict.socket(bob), strict.socket(bob)];
    for (const socket of sockets) await next(socket, 'connect');
    const errors = sockets.flatMap((socket) => [receivedBy(socket, 'gameError')]);
    const sent = { gameID: publicId, move: { playerID: 'Bob', gameID: publicId, move: {} } };
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, number) => ask(sockets[number % 2]!, 'makeMove', sent)),
    );
    const refused = answers.filter((answer) => 'error' in answer);
    expect(refused.length).toBeGreaterThanOrEqual(3);
    expect(refused[0]).toEqual({ error: messages.tooManyRequests(1), code: 'limit.reached' });
    expect(errors.flat()).toHaveLength(refused.length);
    expect(strict.standIns.count('games.move')).toBe(24 - refused.length);
  });
});
