import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { GameType, GameWire } from '@parlour/contracts/games';
import type { SocketAnswer } from '@parlour/contracts/socket';
import type { Answer, Listener } from './person.ts';
import { ask, moveOf, movesOf, Player } from './player.ts';
import { own, sharedSite } from './shared.ts';

// The texts stand here as the specification and docs/decisions.md spell them, not as the catalogue
// does: a changed catalogue must go red.

const invalid = 'The request is not valid.';
const nobody = '01900000-0000-7000-8000-000000000000';

let url: string;
let count = 0;
const listeners: Listener[] = [];

beforeAll(async () => {
  ({ url } = await sharedSite());
});
afterAll(() => {
  for (const listener of listeners) listener.close();
});

async function somebody(name: string): Promise<Player> {
  count += 1;
  return new Player(url, own(`${name} ${count}`)).signUp();
}

async function listen(player: Player): Promise<Listener> {
  const listener = await player.listen();
  listeners.push(listener);
  return listener;
}

async function begun(gameType: GameType, one: Player, other: Player, more: object = {}): Promise<GameWire> {
  const game = await one.create(gameType, { ...more });
  await one.join(game);
  return other.join(game);
}

const refusalsOf = (listener: Listener): unknown[] =>
  listener.received.filter(({ event }) => event === 'gameError').map(({ payload }) => payload);

describe('twenty who join at once', () => {
  const failed = { error: 'Error joining game: you no longer have access to this game.', code: 'game.noSeat' };

  async function race(game: GameWire): Promise<{ seated: Player[]; refused: Answer[] }> {
    const crowd = await Promise.all(Array.from({ length: 20 }, () => somebody('Guest')));
    const answers = await Promise.all(
      crowd.map((guest) => guest.post('/games/join', { gameID: game.gameID, playerID: guest.name })),
    );
    return {
      seated: crowd.filter((_, index) => answers[index]?.status === 200),
      refused: answers.filter(({ status }) => status !== 200),
    };
  }

  test('[G-3] for the last seat: one sits down, nineteen are told that they do not', async () => {
    const first = await somebody('First');
    const game = await first.create('Nim');
    await first.join(game);
    const { seated, refused } = await race(game);
    expect(seated).toHaveLength(1);
    expect(refused.map(({ status, body }) => ({ status, body }))).toEqual(
      Array(19).fill({ status: 409, body: failed }),
    );
    const players = [first.name, seated[0]?.name];
    // Created, and two sat down: nothing else happened to it.
    expect(await first.look(game.gameID)).toMatchObject({
      players,
      version: 3,
      state: { status: 'IN_PROGRESS', moveCount: 0, moves: [], player1: players[0], player2: players[1] },
    });
  });

  test('for both seats: two sit down, eighteen do not', async () => {
    const host = await somebody('Host');
    const game = await host.create('TicTacToe');
    const { seated, refused } = await race(game);
    expect(seated).toHaveLength(2);
    expect(refused.map(({ body }) => body)).toEqual(Array(18).fill(failed));
    const after = await host.look(game.gameID);
    expect([...after.players].sort()).toEqual(seated.map(({ name }) => name).sort());
    expect(after).toMatchObject({ version: 3, state: { status: 'IN_PROGRESS' } });
  });
});

describe('[G-7] a move sent twice with one commandId', () => {
  let one: Player;
  let other: Player;
  let listener: Listener;
  let otherListener: Listener;
  let game: GameWire;

  beforeEach(async () => {
    [one, other] = [await somebody('One'), await somebody('Other')];
    [listener, otherListener] = [await listen(one), await listen(other)];
    game = await begun('Nim', one, other);
  });

  test('one after the other is made once, and answered twice', async () => {
    const move = moveOf(one, game.gameID, { numObjects: 2 }, 'first-move');
    expect(await ask(listener, 'makeMove', move)).toEqual({ ok: true });
    expect(await ask(listener, 'makeMove', move)).toEqual({ ok: true });
    const reply = moveOf(other, game.gameID, { numObjects: 1 }, 'first-move');
    expect(await ask(otherListener, 'makeMove', reply)).toEqual({ ok: true });
    // Now it would be legal again, and is still the same command.
    expect(await ask(listener, 'makeMove', move)).toEqual({ ok: true });
    expect(movesOf(await one.look(game.gameID))).toEqual([{ numObjects: 2 }, { numObjects: 1 }]);
    expect(refusalsOf(listener)).toEqual([]);
  });

  test('at once on two connections is made once, and answered twice', async () => {
    const second = await listen(one);
    const move = moveOf(one, game.gameID, { numObjects: 3 }, 'at-once');
    const answers = await Promise.all([listener, second, listener, second].map((by) => ask(by, 'makeMove', move)));
    expect(answers).toEqual(Array(4).fill({ ok: true }));
    expect(movesOf(await one.look(game.gameID))).toEqual([{ numObjects: 3 }]);
    expect([...refusalsOf(listener), ...refusalsOf(second)]).toEqual([]);
  });

  test('after the connection was lost before the answer is made once', async () => {
    for (let round = 0; round < 3; round++) {
      const [mover, id] = [round % 2 === 0 ? one : other, `lost-${round}`];
      const move = moveOf(mover, game.gameID, { numObjects: 1 }, id);
      const lost = await listen(mover);
      const answer = ask(lost, 'makeMove', move);
      // The packet was sent; it may or may not arrive.
      lost.socket.io.engine.once('flush', () => lost.socket.disconnect());
      await answer.catch(() => undefined);
      expect(await ask(await listen(mover), 'makeMove', move)).toEqual({ ok: true });
      expect(movesOf(await one.look(game.gameID))).toHaveLength(round + 1);
    }
  });

  test('with another move is refused, and the first one stays', async () => {
    expect(await ask(listener, 'makeMove', moveOf(one, game.gameID, { numObjects: 2 }, 'id'))).toEqual({ ok: true });
    expect(await ask(listener, 'makeMove', moveOf(one, game.gameID, { numObjects: 3 }, 'id'))).toEqual({
      error: 'This Idempotency-Key was used for another request.',
      code: 'command.keyReused',
    });
    expect(movesOf(await one.look(game.gameID))).toEqual([{ numObjects: 2 }]);
  });
});

describe('bad input', () => {
  let ann: Player;
  let ben: Player;
  let eve: Player;
  let annListener: Listener;
  let benListener: Listener;
  let eveListener: Listener;
  let games: Record<'waiting' | 'running' | 'over' | 'hidden' | 'hiddenRunning', GameWire>;

  beforeAll(async () => {
    [ann, ben, eve] = [await somebody('Ann'), await somebody('Ben'), await somebody('Eve')];
    [annListener, benListener, eveListener] = [await listen(ann), await listen(ben), await listen(eve)];
    const waiting = await ann.create('Nim');
    await ann.join(waiting);
    const running = await begun('TicTacToe', ann, ben);
    await ask(annListener, 'makeMove', moveOf(ann, running.gameID, { slot: 4 }));
    const over = await begun('Chopsticks', ann, ben);
    await ben.leave(over);
    const hidden = await ann.create('Nim', { invitedPlayers: [ben.name] });
    await ann.join(hidden);
    const hiddenRunning = await begun('Nim', ann, ben, { invitedPlayers: [ben.name] });
    games = { waiting, running, over, hidden, hiddenRunning };
    games = await pictures();
  });

  async function pictures(): Promise<typeof games> {
    const looked = Object.entries(games).map(async ([name, { gameID }]) => [name, await ann.look(gameID)] as const);
    return Object.fromEntries(await Promise.all(looked)) as typeof games; // the same names
  }

  type Who = 'ann' | 'ben' | 'eve';
  const who = (name: Who): Player => ({ ann, ben, eve })[name];
  const hearing = (name: Who): Listener => ({ ann: annListener, ben: benListener, eve: eveListener })[name];
  const unknown = ['Game requested does not exist', 404] as const;

  /** A call, its caller and its game; the body contains the game and the caller by default. */
  type CallRow = readonly [
    call: string,
    by: Who,
    game: keyof typeof games | 'none' | 'malformed',
    more: Record<string, unknown>,
    text: string,
    status: number,
  ];

  const calls: readonly CallRow[] = [
    ['join', 'eve', 'none', {}, ...unknown],
    ['join', 'eve', 'malformed', {}, 'This id is malformed.', 400],
    ['join', 'eve', 'waiting', { playerID: 'somebody else' }, 'You can only do this as yourself.', 403],
    ['join', 'eve', 'running', {}, 'Error joining game: you no longer have access to this game.', 409],
    ['join', 'eve', 'over', {}, 'This game is over.', 409],
    ['join', 'ann', 'over', {}, 'This game is over.', 409],
    ['join', 'eve', 'hidden', {}, ...unknown],
    ['join', 'eve', 'hiddenRunning', {}, ...unknown],
    ['leave', 'eve', 'none', {}, ...unknown],
    ['leave', 'eve', 'malformed', {}, 'This id is malformed.', 400],
    ['leave', 'eve', 'running', { playerID: 'somebody else' }, 'You can only do this as yourself.', 403],
    ['leave', 'eve', 'running', {}, 'You are not playing in this game.', 403],
    ['leave', 'ann', 'over', {}, 'This game is over.', 409],
    ['leave', 'eve', 'hiddenRunning', {}, ...unknown],
    ['invite', 'ann', 'none', { invitedPlayers: ['Eve'] }, ...unknown],
    [
      'invite',
      'ann',
      'hidden',
      { invitedPlayers: ['nobody of this name'] },
      'A player you invited does not exist.',
      400,
    ],
    ['invite', 'ann', 'hidden', { invitedPlayers: [] }, 'Please choose at least one player to invite.', 400],
    ['invite', 'ann', 'hidden', { invitedPlayers: 'Eve' }, `${invalid} (invitedPlayers must be an array)`, 400],
    [
      'invite',
      'ann',
      'hidden',
      { invitedPlayers: [7] },
      `${invalid} (each value in invitedPlayers must be a string)`,
      400,
    ],
    [
      'invite',
      'ben',
      'hidden',
      { invitedPlayers: ['Eve'] },
      'Only the host of a private game can invite players.',
      403,
    ],
    ['invite', 'eve', 'hidden', { invitedPlayers: ['Eve'] }, ...unknown],
    [
      'invite',
      'ann',
      'waiting',
      { invitedPlayers: ['Eve'] },
      'Only the host of a private game can invite players.',
      403,
    ],
    ['decline', 'ann', 'hidden', {}, 'You have no invitation to this game.', 403],
    ['decline', 'eve', 'waiting', {}, 'You have no invitation to this game.', 403],
    ['decline', 'ben', 'hiddenRunning', {}, 'You can only decline an invitation before the game starts.', 409],
    ['decline', 'ann', 'over', {}, 'This game is over.', 409],
    ['decline', 'eve', 'hidden', {}, ...unknown],
    ['withdraw', 'ben', 'waiting', {}, 'Only whoever created a game can withdraw it.', 403],
    ['withdraw', 'ann', 'running', {}, 'This game can no longer be withdrawn: somebody has a seat.', 409],
    ['withdraw', 'eve', 'hiddenRunning', {}, ...unknown],
    ['claim', 'ann', 'running', {}, 'Your opponent still has time to move.', 409],
    ['claim', 'ben', 'running', {}, 'Your opponent still has time to move.', 409],
    ['claim', 'eve', 'running', {}, 'You are not playing in this game.', 403],
    ['claim', 'eve', 'hiddenRunning', {}, ...unknown],
    ['claim', 'ann', 'over', {}, 'This game is over.', 409],
    ['claim', 'ann', 'none', {}, ...unknown],
    ['rematch', 'ann', 'running', {}, 'You can only start a rematch after the game is over.', 409],
    ['rematch', 'eve', 'over', {}, 'You are not playing in this game.', 403],
    ['rematch', 'eve', 'hiddenRunning', {}, ...unknown],
    ['rematch', 'ann', 'none', {}, ...unknown],
  ];

  test.each(calls.map((row) => [`${row[0]} by ${row[1]} on ${row[2]} with ${JSON.stringify(row[3])}`, row] as const))(
    '%s',
    async (_, [call, by, game, more, error, status]) => {
      const gameID = game === 'none' ? nobody : game === 'malformed' ? "1' or '1'='1" : games[game].gameID;
      const body = { gameID, ...(call === 'invite' ? {} : { playerID: who(by).name }), ...more };
      const answer = await who(by).post<{ error: string }>(`/games/${call}`, body);
      expect([answer.status, answer.body.error]).toEqual([status, error]);
      expect(await pictures()).toEqual(games);
    },
  );

  test('invitations of oneself, twice, after the start and after the end', async () => {
    const invite = async (by: Player, { gameID }: GameWire, ...names: string[]): Promise<unknown> => {
      const { status, body } = await by.post<{ error: string }>('/games/invite', { gameID, invitedPlayers: names });
      return [status, body.error];
    };
    expect(await invite(ann, games.hidden, ann.name)).toEqual([400, 'You cannot invite yourself.']);
    expect(await invite(ann, games.hidden, eve.name, ann.name)).toEqual([400, 'You cannot invite yourself.']);
    expect(await invite(ann, games.hidden, ben.name)).toEqual([400, 'These players are already invited.']);
    expect(await invite(ann, games.hiddenRunning, eve.name)).toEqual([
      409,
      'You can only invite players before the game starts.',
    ]);
    const ended = await begun('Nim', ann, ben, { invitedPlayers: [ben.name] });
    await ben.leave(ended);
    expect(await invite(ann, ended, eve.name)).toEqual([409, 'This game is over.']);
    expect(await pictures()).toEqual(games);
  });

  test.each([
    [{ gameType: 'Chess' }, 'Invalid game type'],
    [{ gameType: 'nim' }, 'Invalid game type'],
    [{ gameType: '' }, 'Invalid game type'],
    [{ gameType: 7 }, 'Invalid game type'],
    [{ gameType: ['Nim'] }, 'Invalid game type'],
    [{ gameType: 'constructor' }, 'Invalid game type'],
    [{}, 'Invalid game type'],
    [{ gameType: 'Nim', computer: 'grandmaster' }, 'Invalid strength'],
    [{ gameType: 'Nim', invitedPlayers: ['nobody of this name'] }, 'A player you invited does not exist.'],
    [{ gameType: 'Nim', invitedPlayers: 'Ben' }, `${invalid} (invitedPlayers must be an array)`],
    [{ gameType: 'Nim', invitedPlayers: [{}] }, `${invalid} (each value in invitedPlayers must be a string)`],
  ])('create with %j', async (body, error) => {
    // The creator of a public game is not shown; one against the computer, or with guests, has a
    // host.
    const before = await ann.get<GameWire[]>('/games/games?type=Host&limit=100');
    const answer = await ann.post<{ error: string }>('/games/create', body);
    expect([answer.status, answer.body.error]).toEqual([400, error]);
    expect((await ann.get<GameWire[]>('/games/games?type=Host&limit=100')).body).toEqual(before.body);
  });

  test('create with an invitation of oneself', async () => {
    const answer = await ann.post('/games/create', { gameType: 'Nim', invitedPlayers: [ben.name, ann.name] });
    expect(answer).toMatchObject({ status: 400, body: { error: 'You cannot invite yourself.' } });
  });

  test.each([
    ['/games/games?visibility=Secret', 400, 'Invalid visibility'],
    ['/games/games?type=Secret', 400, 'Invalid visibility'],
    ['/games/games?gameType=Chess', 400, 'Invalid game type'],
    ['/games/games?status=LOST', 400, 'Invalid status'],
    ['/games/games?type=Private&username=somebody', 403, 'You can only do this as yourself.'],
    ['/games/games?cursor=x', 400, 'The request is not valid.'],
    [`/games/game/${nobody}`, 404, 'Game requested does not exist'],
    ['/games/game/1', 400, 'This id is malformed.'],
    ['/games/leaderboard?gameType=Chess', 400, 'Invalid game type'],
    ['/games/leaderboard?username=somebody', 403, 'You can only do this as yourself.'],
    ['/games/leaderboard?cursor=x', 400, 'The request is not valid.'],
    ['/games/wins?username=nobody+of+this+name', 404, 'User not found'],
    ['/games/wins?username=Ann&gameType=Chess', 400, 'Invalid game type'],
  ])('GET %s', async (path, status, error) => {
    const answer = await ann.get<{ error: string }>(path);
    expect([answer.status, answer.body.error]).toEqual([status, error]);
  });

  test('a private game is in nobody else’s lists, and nobody else can watch it', async () => {
    for (const visibility of ['Public', 'Private', 'Host']) {
      const { body } = await eve.get<GameWire[]>(`/games/games?visibility=${visibility}&limit=100`);
      expect(body.filter(({ host }) => host !== undefined)).toEqual([]);
    }
    const { status, body } = await eve.get(`/games/game/${games.hiddenRunning.gameID}`);
    expect([status, body]).toEqual([404, { error: 'Game requested does not exist', code: 'game.unknown' }]);
    expect(JSON.stringify(eveListener.received)).not.toContain(games.hiddenRunning.gameID);
    expect(JSON.stringify(eveListener.received)).not.toContain(games.hidden.gameID);
  });

  /** A message, its sender, and the error text; `running` waits for Ben. */
  type SocketRow = readonly [what: string, by: Who, payload: () => unknown, text: string];

  const slot = (by: Who, move: unknown): unknown => moveOf(who(by), games.running.gameID, move);
  const malformed = 'Invalid move: malformed';
  const idMalformed = 'This id is malformed.';

  const moves: readonly SocketRow[] = [
    ['out of turn', 'ann', () => slot('ann', { slot: 0 }), 'Invalid move: wrong player'],
    ['of a spectator', 'eve', () => slot('eve', { slot: 0 }), 'Invalid move: wrong player'],
    ['for another player', 'eve', () => slot('ben', { slot: 0 }), 'Invalid move: wrong player'],
    ['for the opponent', 'ann', () => slot('ben', { slot: 0 }), 'Invalid move: wrong player'],
    [
      'of the computer',
      'ann',
      () => ({
        ...moveOf(ann, games.running.gameID, { slot: 0 }),
        move: { playerID: 'computer', gameID: games.running.gameID, move: { slot: 0 } },
      }),
      'Invalid move: wrong player',
    ],
    ['of a taken slot', 'ben', () => slot('ben', { slot: 4 }), 'Invalid move: slot is already taken'],
    ['below the range', 'ben', () => slot('ben', { slot: -1 }), 'Invalid move: slot must be between 0 and 8'],
    ['above the range', 'ben', () => slot('ben', { slot: 9 }), 'Invalid move: slot must be between 0 and 8'],
    ['huge', 'ben', () => slot('ben', { slot: 1e300 }), 'Invalid move: slot must be between 0 and 8'],
    ['a fraction', 'ben', () => slot('ben', { slot: 1.5 }), malformed],
    ['a text', 'ben', () => slot('ben', { slot: '1' }), malformed],
    ['null', 'ben', () => slot('ben', { slot: null }), malformed],
    ['no slot', 'ben', () => slot('ben', {}), malformed],
    ['of another game’s kind', 'ben', () => slot('ben', { numObjects: 1 }), malformed],
    ['a list', 'ben', () => slot('ben', [1]), malformed],
    ['a number', 'ben', () => slot('ben', 1), malformed],
    ['a nested move', 'ben', () => slot('ben', { move: { slot: 1 } }), malformed],
    ['nothing', 'ben', () => null, malformed],
    ['a text alone', 'ben', () => 'slot 1', malformed],
    ['an empty object', 'ben', () => ({}), malformed],
    ['no inner move', 'ben', () => ({ gameID: games.running.gameID }), malformed],
    [
      'ids that differ',
      'ben',
      () => ({ ...(slot('ben', { slot: 1 }) as object), gameID: games.waiting.gameID }),
      'Invalid move: the game ids do not match',
    ],
    ['an id that is a number', 'ben', () => moveOf(ben, 7 as unknown as string, { slot: 1 }), idMalformed],
    ['an invalid id', 'ben', () => moveOf(ben, "' or 1=1 --", { slot: 1 }), idMalformed],
    ['in an unknown game', 'ben', () => moveOf(ben, nobody, { slot: 1 }), 'Game requested does not exist'],
    [
      'in a game that is over',
      'ann',
      () => moveOf(ann, games.over.gameID, { hittingHand: 0, handToHit: 2 }),
      'Invalid move: game is not in progress',
    ],
    [
      'in a game that waits',
      'ann',
      () => moveOf(ann, games.waiting.gameID, { numObjects: 1 }),
      'Invalid move: game is not in progress',
    ],
    [
      'in another’s private game',
      'eve',
      () => moveOf(eve, games.hiddenRunning.gameID, { numObjects: 1 }),
      'Game requested does not exist',
    ],
    [
      'more objects than one may take',
      'ann',
      () => moveOf(ann, games.hiddenRunning.gameID, { numObjects: 4 }),
      'Invalid move: must remove between 1 and 3 objects',
    ],
    [
      'a very long commandId',
      'ben',
      () => moveOf(ben, games.running.gameID, { slot: 1 }, 'x'.repeat(101)),
      `${invalid} (Idempotency-Key)`,
    ],
  ];

  test.each(moves)('[EN-4, G-7] makeMove %s', async (_, by, payload, error) => {
    const before = [annListener, benListener, eveListener].map((listener) => refusalsOf(listener).length);
    const answer: SocketAnswer = await ask(hearing(by), 'makeMove', payload());
    expect(answer).toMatchObject({ error });
    // Only on the sender's own connection.
    expect(refusalsOf(hearing(by)).at(-1)).toEqual({ player: who(by).name, error });
    const after = [annListener, benListener, eveListener].map((listener) => refusalsOf(listener).length);
    const told = (['ann', 'ben', 'eve'] as const).map((name, index) => before[index]! + (name === by ? 1 : 0));
    expect(after).toEqual(told);
    expect(await pictures()).toEqual(games);
  });

  test.each([
    ['an unknown game', () => nobody, 'Game requested does not exist'],
    ['another’s private game', () => games.hiddenRunning.gameID, 'Game requested does not exist'],
    ['a missing id', () => null, idMalformed],
    ['an object', () => ({ gameID: games.running.gameID }), idMalformed],
    ['a text', () => '../../etc/passwd', idMalformed],
  ])('joinGame of %s', async (_, payload, error) => {
    const before = refusalsOf(eveListener).length;
    expect(await ask(eveListener, 'joinGame', payload())).toMatchObject({ error });
    expect(refusalsOf(eveListener).slice(before)).toEqual([{ player: eve.name, error }]);
  });

  test('leaves the games playable', async () => {
    const move = moveOf(ben, games.running.gameID, { slot: 0 });
    expect(await ask(benListener, 'makeMove', move)).toEqual({ ok: true });
    expect((await ann.look(games.running.gameID)).state.board).toEqual([
      'O',
      null,
      null,
      null,
      'X',
      null,
      null,
      null,
      null,
    ]);
  });
});
