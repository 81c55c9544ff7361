import {
  computerPlayer,
  type GameCreated,
  type GameEnded,
  type GameType,
  gameTypes,
  type MovePlayed,
  type PlayerJoined,
  type Strength,
  strengths,
} from '@parlour/contracts/games/games';
import { type Fault, refuse } from '@parlour/contracts/errors';
import { messages } from '@parlour/contracts/messages';
import {
  bothSeats,
  firstTurn,
  type GameState,
  knownGame,
  refusal,
  seatOf,
  type Terms,
  termsOf,
} from '../game-state.ts';
import { computersTurn } from './play.decider.ts';
import { guests, joined, joinGame, refuseCrowd } from './seating.decider.ts';

/**
 * Create a game: public, private (with a list of guests, even an empty one), or against the
 * computer.
 */
export interface CreateGame {
  readonly type: 'CreateGame';
  readonly gameId: string;
  readonly createdBy: string;
  readonly gameType: string;
  /** By id; null for an unknown name. */
  readonly invited: readonly (string | null)[] | null;
  readonly computer: string | null;
  /** Why the creator cannot reach one of the guests, if there is a block. */
  readonly blocked?: Fault | undefined;
  /** ISO-8601. */
  readonly now: string;
}

/** Create a rematch of the same two with seats swapped. */
export interface PlayAgain {
  readonly type: 'PlayAgain';
  /** The rematch, whose stream this is. */
  readonly gameId: string;
  readonly userId: string;
  /** The finished game; its stream guards the decision. */
  readonly played: GameState;
  /** Which of its host and players are deleted. */
  readonly deleted: readonly string[];
  /** Who has declined a rematch of it. */
  readonly declined: readonly string[];
  /** Why the actor cannot reach the other player, if there is a block. */
  readonly blocked?: Fault | undefined;
  /** In [0, 1): the random number for the computer's first move. */
  readonly chance: number;
  /** ISO-8601. */
  readonly now: string;
}

/** The events that creation makes. */
type Beginning = GameCreated | PlayerJoined | MovePlayed | GameEnded;

/**
 * Creating seats nobody, except against the computer, where both sit down. Source: decisions G-2.
 * @throws {DomainError} `game.type`, `request.invalid`, `game.invitation`, `person.unavailable`,
 * `block.own`
 */
export function createGame(command: CreateGame, state: GameState): Beginning[] {
  const { gameId, createdBy, now } = command;
  const gameType = knownType(command.gameType);
  if (state.status !== 'none') return [];
  const terms = { gameId, gameType, createdBy, rematchOf: null };
  if (command.computer !== null) {
    const computer = knownStrength(command.computer);
    if (command.invited !== null && command.invited.length > 0) {
      throw refusal('request.invalid', messages.requestInvalid);
    }
    return [
      created({ ...terms, private: true, invited: [], seats: [createdBy, computerPlayer], computer }),
      joined(gameId, createdBy, 0, now),
      joined(gameId, computerPlayer, 1, now),
    ];
  }
  const invited = guests(command.invited ?? [], createdBy);
  refuseCrowd(invited.length);
  refuse(command.blocked);
  return [created({ ...terms, private: command.invited !== null, invited, seats: [null, null], computer: null })];
}

/**
 * Creates the rematch and sits down, or sits down in the existing one; nothing changes for a player
 * already seated. One that ended before it began is no rematch: the next request gets another id,
 * unless the other player has declined.
 * @throws {DomainError} `game.unknown`, `game.notPlayer`, `rematch.early`, `rematch.gone`,
 * `rematch.declined`, `person.unavailable`, `block.own`, `command.conflict`
 */
export function playAgain(command: PlayAgain, state: GameState): Beginning[] {
  const { gameId, userId, deleted, declined, now } = command;
  const played = knownGame(command.played, userId);
  if (seatOf(played, userId) === undefined) throw refusal('game.notPlayer', messages.gameNotPlayer);
  if (played.status !== 'over') throw refusal('rematch.early', messages.rematchEarly);
  const isUnbegun = state.status === 'over' && state.players.includes(null);
  if (state.status !== 'none' && !isUnbegun && seatOf(state, userId) !== undefined) return [];
  const [first, second] = played.players;
  // The requester is one of the two, and not deleted.
  if (first === null || second === null || deleted.includes(first) || deleted.includes(second)) {
    throw refusal('rematch.gone', messages.rematchGone);
  }
  refuse(command.blocked);
  if (isUnbegun) throw refusal('command.conflict', messages.conflict);
  if (state.status === 'waiting') return joinGame({ type: 'JoinGame', userId, now }, state);
  if (state.status !== 'none') return [];
  const players = [second, first] as const;
  if (players.some((player) => player !== userId && declined.includes(player))) {
    throw refusal('rematch.declined', messages.rematchDeclined);
  }
  const terms: Terms = { ...termsOf(played), ...hosted(played, command), gameId, kept: players };
  const beginning: Beginning[] = [created({ ...terms, seats: players, rematchOf: played.gameId })];
  const sitting = bothSeats.filter((seat) => players[seat] === userId || players[seat] === computerPlayer);
  for (const seat of sitting) beginning.push(joined(gameId, players[seat], seat, now));
  if (sitting.length < 2) return beginning;
  return [...beginning, ...computersTurn(firstTurn(terms, players, now), command.chance, now)];
}

/**
 * The creator of a rematch. A private game keeps its host unless that account is deleted; a public
 * one has none, so it is the requester.
 */
function hosted(played: Terms, { userId, deleted }: PlayAgain): Pick<Terms, 'createdBy' | 'invited'> {
  const { createdBy, invited } = played;
  if (played.private && !deleted.includes(createdBy)) return { createdBy, invited };
  return { createdBy: userId, invited: invited.filter((guest) => guest !== userId) };
}

function created(data: GameCreated['data']): GameCreated {
  const { gameId, gameType, createdBy, private: hidden, invited, seats, computer, rematchOf } = data;
  return {
    type: 'GameCreated',
    data: { gameId, gameType, createdBy, private: hidden, invited, seats, computer, rematchOf },
  };
}

/** @throws {DomainError} `game.type` */
export function knownType(text: string): GameType {
  const type = gameTypes.find((known) => known === text);
  if (type === undefined) throw refusal('game.type', messages.gameTypeInvalid);
  return type;
}

function knownStrength(text: string): Strength {
  const strength = strengths.find((known) => known === text);
  if (strength === undefined) throw refusal('request.invalid', messages.gameStrengthInvalid);
  return strength;
}
