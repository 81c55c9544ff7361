import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { GameWire } from '@parlour/contracts/games/games';
import type { Listener } from './person.ts';
import { ask, moveOf, movesOf, Player } from './player.ts';
import { own, sharedSite } from './shared.ts';

let ann: Player;
let ben: Player;
let eve: Player;
let annListener: Listener;
let benListener: Listener;
let eveListener: Listener;

beforeAll(async () => {
  const { url } = await sharedSite();
  [ann, ben, eve] = (await Promise.all(['Ann', 'Ben', 'Eve'].map((name) => new Player(url, own(name)).signUp()))) as [
    Player,
    Player,
    Player,
  ]; // one for each name
  [annListener, benListener, eveListener] = await Promise.all([ann.listen(), ben.listen(), eve.listen()]);
});
afterAll(() => {
  for (const listener of [annListener, benListener, eveListener]) listener?.close();
});

/** A game between Ann, who begins, and Ben. */
async function begun(gameType: GameWire['gameType']): Promise<GameWire> {
  const game = await ann.create(gameType);
  await ann.join(game);
  return ben.join(game);
}

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

test('[G-7] a move whose answer the connection lost is made once when it is sent again', async () => {
  const { gameID } = await begun('Nim');
  for (let round = 0; round < 3; round++) {
    const mover = round % 2 === 0 ? ann : ben;
    const move = moveOf(mover, gameID, { numObjects: 1 }, `lost-${round}`);
    const lost = await mover.listen();
    const answer = ask(lost, 'makeMove', move);
    // The packet was sent; it may or may not arrive.
    lost.socket.io.engine.once('flush', () => lost.socket.disconnect());
    await answer.catch(() => undefined);
    const again = await mover.listen();
    expect(await ask(again, 'makeMove', move)).toEqual({ ok: true });
    expect(movesOf(await ann.look(gameID))).toHaveLength(round + 1);
    again.close();
  }
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
});
