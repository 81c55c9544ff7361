import { expect } from '@jest/globals';
import { gameTypes, type GameMove, type GameWire } from '@parlour/contracts/games';
import { withServices } from '@parlour/embedded/opened-services';
import { serviceDefinitions } from '@parlour/embedded/service-definitions';
import { withSiteDatabase } from '@parlour/embedded/site-database';
import { rulesOf } from '@parlour/rules/games';
import { moverAt } from '@parlour/rules/rules';
import { until } from '@parlour/kernel/testing/until';
import type { Listener } from '../e2e/person.ts';
import { ask, chancesOf, moveOf, Player, positionOf } from '../e2e/player.ts';
import { makeSiteFolder, type Product, removeDataFolder, startProduct } from '../e2e/product.ts';
import { faultsOf, readGames } from './games-log.ts';
import { expectReadModelsOfLogs } from './read-models.ts';

const seed = Number(process.env['SEED'] ?? 20_261_121);
const boards = 6;

/** Two who play game after game, and what they were told. */
class Board {
  /** Moves that were acknowledged, by game. */
  readonly acknowledged = new Map<string, GameMove[]>();
  private listeners: (Listener | undefined)[] = [];
  private stopped = false;
  private running: Promise<void> = Promise.resolve();
  private readonly chance: () => number;

  constructor(
    private readonly number: number,
    private readonly players: readonly [Player, Player],
    private readonly url: () => string,
  ) {
    this.chance = chancesOf(seed + number);
  }

  start(): void {
    this.running = this.run();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    await this.running;
    for (const listener of this.listeners) listener?.close();
  }

  private async run(): Promise<void> {
    const [one, other] = this.players;
    for (let round = 0; !this.stopped; round++) {
      const gameType = gameTypes[(round + this.number) % gameTypes.length] ?? 'Nim';
      const key = `${this.number}-${round}`;
      let game = await this.insist(one, 'create', { gameType }, `create-${key}`);
      const { gameID } = game;
      for (const player of [one, other]) {
        game = await this.insist(player, 'join', { gameID, playerID: player.name }, `join-${key}`);
      }
      this.acknowledged.set(gameID, []);
      await this.play(game);
    }
  }

  private async play(begun: GameWire): Promise<void> {
    let game = begun;
    for (let count = 0; count < 30 && !this.stopped && game.state.status === 'IN_PROGRESS'; count++) {
      const mover = moverAt(count);
      const move = rulesOf[game.gameType].choose(positionOf(game), mover, 'easy', this.chance());
      await this.move(mover, game.gameID, move, `${game.gameID}-${count}`);
      this.acknowledged.get(game.gameID)?.push(move);
      game = await this.look(game.gameID);
      // An acknowledged move is there, before and after any kill.
      expect(game.state.moveCount).toBe(count + 1);
    }
  }

  /** Sends a move under its id until it is answered, as the page does. */
  private async move(seat: 0 | 1, gameID: string, move: GameMove, commandId: string): Promise<void> {
    await this.untilAnswered(async () => {
      const listener = await this.connection(seat);
      const answer = await ask(listener, 'makeMove', moveOf(this.players[seat], gameID, move, commandId));
      if ('ok' in answer) return answer;
      if (answer.code !== 'service.unavailable' && answer.code !== 'failure.unknown') throw new Refused(answer.error);
      return undefined;
    });
  }

  private insist(player: Player, call: string, body: object, key: string): Promise<GameWire> {
    return this.untilAnswered(async () => {
      player.url = this.url();
      const answer = await player.post<GameWire>(`/games/${call}`, body, { 'idempotency-key': key });
      if (answer.status === 200) return answer.body;
      if (answer.status < 500) throw new Refused(JSON.stringify(answer.body));
      return undefined;
    });
  }

  private look(gameID: string): Promise<GameWire> {
    const [player] = this.players;
    return this.untilAnswered(async () => {
      player.url = this.url();
      const answer = await player.get<GameWire>(`/games/game/${gameID}`);
      return answer.status === 200 ? answer.body : undefined;
    });
  }

  private async connection(seat: 0 | 1): Promise<Listener> {
    const known = this.listeners[seat];
    if (known?.socket.connected) return known;
    this.players[seat].url = this.url();
    const listener = await this.players[seat].listen();
    this.listeners[seat] = listener;
    return listener;
  }

  private untilAnswered<Answer>(attempt: () => Promise<Answer | undefined>): Promise<Answer> {
    const tried = async (): Promise<Answer | undefined> =>
      attempt().catch((failure: unknown) => {
        if (failure instanceof Refused) throw failure;
        return undefined;
      });
    return until('an answer after the restart', tried, 60_000).then((answer) => answer!); // it holds when there is one
  }
}

/** A refusal by the rules: no retry helps. */
class Refused extends Error {}

/** Kills the whole embedded process while games are played. No acknowledged move is lost, none is made twice, and the read models equal the logs. */
export async function killDuringPlay(kills: number): Promise<void> {
  console.log(`seed ${seed}`);
  const dataDir = await makeSiteFolder();
  let product: Product | undefined;
  try {
    product = await startProduct(dataDir);
    let { url } = product;
    const table = await Promise.all(
      Array.from({ length: boards }, async (_, index) => {
        const pair = [new Player(url, `White ${index}`), new Player(url, `Black ${index}`)] as const;
        for (const player of pair) await player.signUp();
        return new Board(index, pair, () => url);
      }),
    );
    const acknowledged = (): number =>
      table.reduce(
        (sum, board) => sum + [...board.acknowledged.values()].reduce((all, moves) => all + moves.length, 0),
        0,
      );
    for (const board of table) board.start();
    for (let kill = 1; kill <= kills; kill++) {
      const before = acknowledged();
      // Some play between two kills, and never the same amount of it.
      await until('games go on', () => acknowledged() >= before + 20 + 7 * (kill % 5), 60_000);
      await product.end('SIGKILL');
      product = await startProduct(dataDir);
      ({ url } = product);
    }
    await Promise.all(table.map((board) => board.stop()));
    await product.end();
    console.log(`${acknowledged()} moves acknowledged`);

    const { games } = await readGames(dataDir);
    expect([...games.values()].flatMap(faultsOf)).toEqual([]);
    const expected = table.flatMap((board) => [...board.acknowledged]);
    for (const [gameId, moves] of expected) {
      expect({ gameId, moves: games.get(gameId)?.moves.map(({ move }) => move) }).toEqual({ gameId, moves });
    }
    await withSiteDatabase({ host: '127.0.0.1', port: 0, dataDir }, (connections) =>
      withServices(serviceDefinitions(), connections, expectReadModelsOfLogs),
    );
  } finally {
    await product?.end('SIGKILL');
    await removeDataFolder(dataDir);
  }
}
