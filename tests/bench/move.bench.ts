// From a move to the opponent's socket, against a Socket.IO echo, a bare GET and a bare insert, one
// after the other, on the same machine in the same turns. Source:
// docs/design/performance.md#live-messages. The whole built product on its durable PostgreSQL
// (fsync on), which takes the bare inserts too.
import type { GameWire } from '@parlour/contracts/games/games';
import { withSiteDatabase } from '@parlour/embedded/site-database';
import type { Listener } from '../e2e/person.ts';
import { ask, moveOf, Player } from '../e2e/player.ts';
import { makeDataFolder, removeDataFolder, startProduct } from '../e2e/product.ts';
import { barePartsOf, connectBare, openBarePool, startBare, together } from './bare-client.ts';
import { compare, print, type Side, postgresPidIn } from './slices.ts';

const rounds = Number(process.env['ROUNDS'] ?? 9);
const sliceMs = Number(process.env['SLICE_MS'] ?? 1_000);
const crowd = 16;

/** The payload of a move, also stored in its event. */
const move = { numObjects: 1 };

/** Two people who play Nim, one object at a time, and the games prepared for them. */
interface Pair {
  readonly players: readonly [Player, Player];
  readonly listeners: readonly [Listener, Listener];
  readonly stock: string[];
  current?: { readonly gameID: string; moves: number };
}

const dataDir = await makeDataFolder();
const product = await startProduct(dataDir);
const bare = await startBare();
try {
  await withSiteDatabase({ host: '127.0.0.1', port: 0, dataDir }, async ({ games }) => {
    const pool = await openBarePool(games, crowd);
    const pairs = await Promise.all(Array.from({ length: crowd }, (_, index) => pairOf(index)));
    const echoes = await Promise.all(Array.from({ length: crowd }, () => connectBare(bare.url)));
    const parts = barePartsOf(bare.url, pool, echoes, move);
    const sides = [together(parts), moveSide(pairs), ...parts];
    const serverPid = postgresPidIn(dataDir);
    for (const callers of [1, crowd]) {
      await Promise.all(pairs.slice(0, callers).map((pair) => fill(pair, gamesFor(callers))));
      const title = `${callers} at once; ${rounds} rounds of ${sliceMs} ms`;
      print(title, await compare(sides, { callers, sliceMs, rounds, serverPid }));
    }
    for (const socket of [...echoes, ...pairs.flatMap(({ listeners }) => listeners.map((each) => each.socket))]) {
      socket.disconnect();
    }
    await pool.query('drop table bare');
    await pool.end();
  });
} finally {
  bare.process.kill();
  await product.end();
  await removeDataFolder(dataDir);
}

/**
 * More games than a caller can play in all slices, at 21 moves a game; preparing them is not
 * measured.
 */
function gamesFor(callers: number): number {
  const movesPerSecond = callers === 1 ? 600 : 200;
  return Math.ceil((movesPerSecond * (sliceMs / 1_000) * (rounds + 1)) / 21);
}

async function pairOf(index: number): Promise<Pair> {
  const players = [new Player(product.url, `White ${index}`), new Player(product.url, `Black ${index}`)] as const;
  for (const player of players) await player.signUp();
  return { players, listeners: [await players[0].listen(), await players[1].listen()], stock: [] };
}

async function fill({ players: [one, other], stock }: Pair, count: number): Promise<void> {
  while (stock.length < count) {
    const game = await one.create('Nim', { invitedPlayers: [other.name] });
    await one.join(game);
    await other.join(game);
    stock.push(game.gameID);
  }
}

/** From the move until the opponent's socket has the updated game. */
function moveSide(pairs: readonly Pair[]): Side {
  return {
    name: 'move to the opponent’s socket',
    once: async (caller) => {
      const pair = pairs[caller]!; // as many as there are callers
      if (!pair.current || pair.current.moves === 21) {
        const gameID = pair.stock.pop();
        if (gameID === undefined) throw new Error('no prepared games are left: prepare more');
        pair.current = { gameID, moves: 0 };
      }
      const { gameID } = pair.current;
      const seat = pair.current.moves % 2;
      const [player, listener, opponent] = [pair.players[seat]!, pair.listeners[seat]!, pair.listeners[1 - seat]!]; // of two
      pair.current.moves += 1;
      const heard = updateOf(opponent, gameID, pair.current.moves);
      const refused = ask(listener, 'makeMove', moveOf(player, gameID, move)).then((answer) => {
        if ('error' in answer) throw new Error(answer.error);
        return heard;
      });
      await Promise.race([heard, refused]);
    },
  };
}

function updateOf({ socket }: Listener, gameID: string, moveCount: number): Promise<void> {
  return new Promise((resolve) => {
    const onUpdate = ({ gameInstance }: { gameInstance: GameWire }): void => {
      if (gameInstance.gameID !== gameID || gameInstance.state.moveCount !== moveCount) return;
      socket.off('gameUpdate', onUpdate);
      resolve();
    };
    socket.on('gameUpdate', onUpdate);
  });
}
