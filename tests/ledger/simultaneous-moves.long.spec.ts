import { expect, test } from '@jest/globals';
import { gameTypes, type GameMove, type GameWire } from '@parlour/contracts/games/games';
import type { SocketAnswer } from '@parlour/contracts/socket';
import { rulesOf } from '@parlour/rules/games';
import { moverAt } from '@parlour/rules/rules';
import type { Listener } from '../e2e/person.ts';
import { ask, chancesOf, moveOf, movesOf, Player, positionOf } from '../e2e/player.ts';
import { complaintsIn, makeDataFolder, removeDataFolder, startProduct } from '../e2e/product.ts';
import type { Product } from '../e2e/running-product.ts';
import { faultsOf, readGames } from './games-log.ts';

test('of two moves at once one is applied, three hundred times', () => moveAtOnce(300));

const seed = Number(process.env['SEED'] ?? 20_261_121);

/** One of a player's two connections. */
interface Connection {
  readonly player: Player;
  readonly listener: Listener;
  /** The error texts received on this connection. */
  readonly refused: string[];
}

/** A move to send. */
interface Attempt {
  readonly by: Connection;
  readonly move: GameMove;
}

/**
 * Moves that clash, round after round, on two connections of each player: of the same player twice,
 * or of both players for the same slot. Of each round exactly one is applied, and the connection of
 * the other one alone hears why not. At the end the log holds what was applied, no more.
 * Source: docs/design/reliability.md#faults.
 */
async function moveAtOnce(rounds: number): Promise<void> {
  const dataDir = await makeDataFolder();
  let product: Product | undefined;
  try {
    product = await startProduct(dataDir);
    await moveOnSite(product, rounds);
    expect(complaintsIn(product.output)).toEqual([]);
  } finally {
    await product?.end();
    await removeDataFolder(dataDir);
  }
}

async function moveOnSite({ url, dataDir }: Product, rounds: number): Promise<void> {
  console.log(`seed ${seed}`);
  const connections: Connection[] = [];
  try {
    const players = [await new Player(url, 'Left').signUp(), await new Player(url, 'Right').signUp()] as const;
    const watcher = await new Player(url, 'Watcher').signUp();
    for (const player of [...players, ...players, watcher]) {
      connections.push({ player, listener: await player.listen(), refused: [] });
    }
    const applied = await playRounds(rounds, connections);
    for (const { player, listener, refused } of connections) {
      const errors = listener.received.filter(({ event }) => event === 'gameError').map(({ payload }) => payload);
      expect(errors).toEqual(refused.map((error) => ({ player: player.name, error })));
    }
    expect(connections.flatMap(({ refused }) => refused)).toHaveLength(rounds);
    const { games } = await readGames(dataDir);
    expect([...games.values()].flatMap(faultsOf)).toEqual([]);
    const logged = [...games].map(([gameId, { moves }]) => [gameId, moves.map(({ move }) => move)]);
    expect(logged).toEqual([...applied]);
  } finally {
    for (const { listener } of connections) listener.close();
  }
}

/** Every game, with its acknowledged moves. */
async function playRounds(rounds: number, connections: readonly Connection[]): Promise<Map<string, GameMove[]>> {
  const [left, right, leftAgain, rightAgain, watcher] = connections as [
    Connection,
    Connection,
    Connection,
    Connection,
    Connection,
  ];
  const chance = chancesOf(seed);
  const applied = new Map<string, GameMove[]>();
  let game: GameWire | undefined;
  for (let round = 0; round < rounds; round++) {
    if (game?.state.status !== 'IN_PROGRESS') {
      const begun = await left.player.create(gameTypes[applied.size % gameTypes.length] ?? 'Nim');
      await left.player.join(begun);
      game = await right.player.join(begun);
      expect(await ask(watcher.listener, 'joinGame', game.gameID)).toEqual({ ok: true });
      applied.set(game.gameID, []);
    }
    const mover = moverAt(game.state.moveCount);
    const [own, again, other] = mover === 0 ? [left, leftAgain, right] : [right, rightAgain, left];
    const legal = rulesOf[game.gameType].legalMoves(positionOf(game), mover);
    const one = legal[Math.floor(chance() * legal.length)]!; // a game that runs has a move
    const two = legal[Math.floor(chance() * legal.length)]!;
    // Which of the two is sent first alternates too.
    const isTwice = game.gameType !== 'TicTacToe' || chance() < 0.5;
    const attempts: Attempt[] = [{ by: own, move: one }, isTwice ? { by: again, move: two } : { by: other, move: one }];
    if (chance() < 0.5) attempts.reverse();
    const moved = await clash(game, attempts);
    const after: GameWire = await own.player.look(game.gameID);
    applied.get(game.gameID)?.push(moved);
    expect(movesOf(after)).toEqual([...movesOf(game), moved]);
    expect(after.state).toMatchObject({ ...positionOf(after), moveCount: game.state.moveCount + 1 });
    game = after;
  }
  return applied;
}

/** Sends both at the same moment; returns the applied move. */
async function clash(game: GameWire, attempts: readonly Attempt[]): Promise<GameMove> {
  const answers = await Promise.all(
    attempts.map(({ by, move }) => ask(by.listener, 'makeMove', moveOf(by.player, game.gameID, move))),
  );
  const isApplied = (answer: SocketAnswer | undefined): boolean => answer !== undefined && 'ok' in answer;
  expect(answers.filter(isApplied)).toHaveLength(1);
  for (const [index, answer] of answers.entries()) {
    if ('ok' in answer) continue;
    expect([
      'Invalid move: wrong player',
      'Invalid move: slot is already taken',
      'Invalid move: game is not in progress',
    ]).toContain(answer.error);
    attempts[index]?.by.refused.push(answer.error);
  }
  return attempts[answers.findIndex(isApplied)]!.move; // there is one
}
