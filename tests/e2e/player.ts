import type { Socket } from 'socket.io-client';
import type { GameMove, GamePosition, GameType, GameWire } from '@parlour/contracts/games/games';
import type { ClientToServerEvents, SocketAnswer } from '@parlour/contracts/socket';
import { replay } from '@parlour/rules/games';
import { type Listener, Person } from './person.ts';

/** How long an event's acknowledgement may take: slow is allowed, lost is not. */
const answerLimitMs = 20_000;

/** A user who plays, over HTTP and one or more connections. */
export class Player extends Person {
  async create(gameType: GameType, more: Record<string, unknown> = {}): Promise<GameWire> {
    return this.game('create', { gameType, ...more });
  }

  async join({ gameID }: GameWire): Promise<GameWire> {
    return this.game('join', { gameID, playerID: this.name });
  }

  async leave({ gameID }: GameWire): Promise<GameWire> {
    return this.game('leave', { gameID, playerID: this.name });
  }

  /** A game's current state. */
  async look(gameID: string): Promise<GameWire> {
    const answer = await this.get<GameWire>(`/games/game/${gameID}`);
    return this.must(answer, answer.body);
  }

  private async game(call: string, body: object): Promise<GameWire> {
    const answer = await this.post<GameWire>(`/games/${call}`, body);
    return this.must(answer, answer.body);
  }
}

/** Sends an event and resolves with the gateway's answer; rejects if the connection ends first. */
export function ask<Event extends keyof ClientToServerEvents>(
  { socket }: Listener,
  event: Event,
  payload: unknown,
): Promise<SocketAnswer> {
  const speaking = socket as unknown as Socket; // untyped, because tests send anything
  return new Promise((resolve, reject) => {
    const lost = (): void => reject(new Error('the connection ended before the answer'));
    speaking.once('disconnect', lost);
    speaking.timeout(answerLimitMs).emit(event, payload, (failure: Error | null, answer: SocketAnswer) => {
      speaking.off('disconnect', lost);
      if (failure) reject(new Error(`${event} was not answered`));
      else resolve(answer);
    });
  });
}

/** The payload of makeMove. */
export function moveOf(player: Person, gameID: string, move: unknown, commandId?: string): object {
  const made = { playerID: player.name, gameID, move };
  return { gameID, move: made, ...(commandId === undefined ? {} : { commandId }) };
}

/** The position after a game's moves, computed from the moves alone. */
export function positionOf({ gameType, state }: GameWire): GamePosition {
  const positions = replay(
    gameType,
    state.moves.map(({ move }) => move),
  );
  return positions.at(-1)!; // the start at least
}

/** The moves of a game only. */
export function movesOf({ state }: GameWire): readonly GameMove[] {
  return state.moves.map(({ move }) => move);
}

/** Pseudo-random fractions in [0, 1) from a seed. Source: mulberry32, Tommy Ettinger. */
export function chancesOf(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
