import { DomainError, type ErrorCode } from '@parlour/contracts/errors';
import {
  type GameCreated,
  type GameEnded,
  type GameEnding,
  type GamePosition,
  type GameType,
  type Seat,
  type Strength,
} from '@parlour/contracts/games/games';
import { messages } from '@parlour/contracts/messages';
import { rulesOf } from '@parlour/rules/games';
import { moverAt } from '@parlour/rules/rules';

/** The fixed facts of a game, except for its guests. */
export interface Terms {
  readonly gameId: string;
  readonly gameType: GameType;
  /** Its creator; the host of a private game. */
  readonly createdBy: string;
  readonly private: boolean;
  readonly invited: readonly string[];
  /** Who was invited and declined; they are not among the invited any more. */
  readonly declined: readonly string[];
  /** For whom the seats are reserved; null if open to all. */
  readonly kept: GameCreated['data']['seats'];
  readonly computer: Strength | null;
}

/** A seat is free. */
export interface WaitingGame extends Terms {
  readonly status: 'waiting';
  readonly seats: readonly [string | null, string | null];
}

/** Two are playing. */
export interface RunningGame extends Terms {
  readonly status: 'running';
  readonly players: readonly [string, string];
  readonly position: GamePosition;
  /** How often each position occurred, by mover and position, in games that end by repetition. */
  readonly occurrences: ReadonlyMap<string, number>;
  readonly moveCount: number;
  /** Since when it is the mover's turn, ISO-8601. */
  readonly turnSince: string;
}

/** It has ended; if it never began, a seat may be empty. */
export interface EndedGame extends Terms {
  readonly status: 'over';
  readonly players: readonly [string | null, string | null];
}

/** An existing game. */
export type Game = WaitingGame | RunningGame | EndedGame;

/** The status of a game. */
export type GameState = { readonly status: 'none' } | Game;

/** Only the terms, without the status. */
export function termsOf(terms: Terms): Terms {
  const { gameId, gameType, createdBy, private: hidden, invited, declined, kept, computer } = terms;
  return { gameId, gameType, createdBy, private: hidden, invited, declined, kept, computer };
}

/** A game at its first move. */
export function firstTurn(terms: Terms, players: RunningGame['players'], turnSince: string): RunningGame {
  const position = rulesOf[terms.gameType].start();
  const game = {
    ...terms,
    status: 'running',
    players,
    position,
    occurrences: new Map(),
    moveCount: 0,
    turnSince,
  } as const;
  return { ...game, occurrences: withOccurrence(game) };
}

/** The occurrences of positions, with the game's current one counted. */
export function withOccurrence(game: Omit<RunningGame, 'turnSince'>): RunningGame['occurrences'] {
  const { gameType, occurrences } = game;
  if (rulesOf[gameType].drawnAtOccurrence === undefined) return occurrences;
  const key = occurrenceOf(game);
  return new Map(occurrences).set(key, (occurrences.get(key) ?? 0) + 1);
}

/** Identifies the current position, and who is to move in it. */
export function occurrenceOf({ position, moveCount }: Pick<RunningGame, 'position' | 'moveCount'>): string {
  return `${moverAt(moveCount)}${JSON.stringify(position)}`;
}

/** The two seats, player1's first. */
export const bothSeats = [0, 1] as const satisfies readonly Seat[];

/**
 * A private game is visible to its host and guests only, who are also the only ones that can sit
 * there. Source: decisions G-1, G-6.
 */
export function mayWatch(game: Game, userId: string): boolean {
  return !game.private || game.createdBy === userId || game.invited.includes(userId);
}

/** The seat of a person. */
export function seatOf(game: Game, userId: string): Seat | undefined {
  const sitting = game.status === 'waiting' ? game.seats : game.players;
  return bothSeats.find((seat) => sitting[seat] === userId);
}

/**
 * The game, if this person may know of it.
 * @throws {DomainError} `game.unknown`
 */
export function knownGame(state: GameState, userId: string): Game {
  if (state.status === 'none' || !mayWatch(state, userId)) throw refusal('game.unknown', messages.gameUnknown);
  return state;
}

/**
 * The game, if it is not over.
 * @throws {DomainError} `game.unknown`, `game.over`
 */
export function unfinishedGame(state: GameState, userId: string): WaitingGame | RunningGame {
  const game = knownGame(state, userId);
  if (game.status === 'over') throw refusal('game.over', messages.gameOver);
  return game;
}

/** An error to throw. */
export function refusal(code: ErrorCode, text: string): DomainError {
  return new DomainError(code, text);
}

/**
 * The end of a game, even of one that never began. A win counts if it was won by play, or if the
 * other left after both had moved; never against the computer. Source: decisions G-5.
 */
export function endOf(
  game: Terms & { readonly moveCount: number },
  winner: string | null,
  reason: GameEnding,
): GameEnded {
  const { gameId, gameType, computer, moveCount } = game;
  const earned = reason === 'play' || moveCount >= 2;
  return {
    type: 'GameEnded',
    data: {
      gameId,
      gameType,
      winners: winner === null ? [] : [winner],
      reason,
      counts: winner !== null && computer === null && earned,
    },
  };
}
