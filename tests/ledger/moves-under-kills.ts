import { expect } from '@jest/globals';
import type { Source } from '@parlour/contracts/envelope';
import { gameTypes, type GameMove, type GameWire } from '@parlour/contracts/games/games';
import type { ReadFeed } from '@parlour/kernel/log/feed';
import { rulesOf } from '@parlour/rules/games';
import { moverAt } from '@parlour/rules/rules';
import { until } from '@parlour/kernel/testing/until';
import type { Listener } from '../e2e/person.ts';
import { ask, chancesOf, moveOf, Player, positionOf } from '../e2e/player.ts';
import { faultsOf, gamesOfLogs } from './games-log.ts';

const seed = Number(process.env['SEED'] ?? 20_261_121);
const pairs = 6;

/** Two people who play game after game, and the answers they got. */
class Board {
  /** Acknowledged moves, by game. */
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
      // Acknowledged moves exist, before and after any kill.
      expect(game.state.moveCount).toBe(count + 1);
    }
  }

  /** Sends a move with its id until it is answered, as the page does. */
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

/** Pairs of players, each with their own game. */
export class Boards {
  private constructor(private readonly boards: readonly Board[]) {}

  /** `url` is called repeatedly, because a restarted product may listen elsewhere. */
  static async start(url: () => string): Promise<Boards> {
    const boards: Board[] = [];
    for (let number = 0; number < pairs; number++) {
      const pair = [new Player(url(), `White ${number}`), new Player(url(), `Black ${number}`)] as const;
      for (const player of pair) await player.signUp();
      boards.push(new Board(number, pair, url));
    }
    for (const board of boards) board.start();
    return new Boards(boards);
  }

  async moved(more: number): Promise<void> {
    const before = this.acknowledged();
    await until('games go on', () => this.acknowledged() >= before + more, 60_000);
  }

  async stop(): Promise<void> {
    await Promise.all(this.boards.map((board) => board.stop()));
    console.log(`seed ${seed}: ${this.acknowledged()} moves acknowledged`);
  }

  /** Checks the logs of a site: no acknowledged move is lost, and none is made twice. */
  async expectKept(feedOf: (source: Source) => ReadFeed): Promise<void> {
    const { games } = await gamesOfLogs(feedOf);
    expect([...games.values()].flatMap(faultsOf)).toEqual([]);
    for (const [gameId, moves] of this.boards.flatMap((board) => [...board.acknowledged])) {
      expect({ gameId, moves: games.get(gameId)?.moves.map(({ move }) => move) }).toEqual({ gameId, moves });
    }
  }

  private acknowledged(): number {
    const games = this.boards.flatMap((board) => [...board.acknowledged.values()]);
    return games.reduce((sum, moves) => sum + moves.length, 0);
  }
}
