import { DomainError, type ErrorCode } from '@parlour/contracts/errors';
import {
  type GameCreated,
  type GameEnded,
  type GameEnding,
  type GamePosition,
  type GameType,
  type Seat,
  type Strength,
} from '@parlour/contracts/games';
import { messages } from '@parlour/contracts/messages';

/** What never changes of a game, besides who is invited. */
export interface Terms {
  readonly gameId: string;
  readonly gameType: GameType;
  /** Who made it: of a private game the host. */
  readonly createdBy: string;
  readonly private: boolean;
  readonly invited: readonly string[];
  /** For whom the seats are kept; null is free for whoever may join. */
  readonly kept: GameCreated['data']['seats'];
  readonly computer: Strength | null;
}

/** Somebody may still sit down. */
export interface WaitingGame extends Terms {
  readonly status: 'waiting';
  readonly seats: readonly [string | null, string | null];
}

/** Two play. */
export interface RunningGame extends Terms {
  readonly status: 'running';
  readonly players: readonly [string, string];
  readonly position: GamePosition;
  readonly moveCount: number;
  /** Since when it is the mover's turn, ISO-8601. */
  readonly turnSince: string;
}

/** It has ended; where it never began, a seat may have stayed empty. */
export interface EndedGame extends Terms {
  readonly status: 'over';
  readonly players: readonly [string | null, string | null];
}

/** A game that there is. */
export type Game = WaitingGame | RunningGame | EndedGame;

/** How far a game has come. */
export type GameState = { readonly status: 'none' } | Game;

/** The terms alone, without how far the game has come. */
export function termsOf({ gameId, gameType, createdBy, private: hidden, invited, kept, computer }: Terms): Terms {
  return { gameId, gameType, createdBy, private: hidden, invited, kept, computer };
}

/** The two seats, player1's first. */
export const bothSeats = [0, 1] as const satisfies readonly Seat[];

/** A private game is seen by its host and its invited alone, who are the only ones that can sit in it. Source: decisions G-1, G-6. */
export function mayWatch(game: Game, userId: string): boolean {
  return !game.private || game.createdBy === userId || game.invited.includes(userId);
}

/** Where somebody sits. */
export function seatOf(game: Game, userId: string): Seat | undefined {
  const sitting = game.status === 'waiting' ? game.seats : game.players;
  return bothSeats.find((seat) => sitting[seat] === userId);
}

/**
 * The game, for somebody who may know that it is there.
 * @throws {DomainError} `game.unknown`
 */
export function knownGame(state: GameState, userId: string): Game {
  if (state.status === 'none' || !mayWatch(state, userId)) throw refusal('game.unknown', messages.gameUnknown);
  return state;
}

/**
 * The game, before its end.
 * @throws {DomainError} `game.unknown`, `game.over`
 */
export function unfinishedGame(state: GameState, userId: string): WaitingGame | RunningGame {
  const game = knownGame(state, userId);
  if (game.status === 'over') throw refusal('game.over', messages.gameOver);
  return game;
}

/** A refusal to be thrown. */
export function refusal(code: ErrorCode, text: string): DomainError {
  return new DomainError(code, text);
}

/**
 * The end of a game, also of one that never began. A win counts when it came by play, or by the
 * other's going after both had moved; never against the computer. Source: decisions G-5.
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
