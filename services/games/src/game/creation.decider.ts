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
} from '@parlour/contracts/games';
import { messages } from '@parlour/contracts/messages';
import { rulesOf } from '@parlour/rules/games';
import { bothSeats, type GameState, knownGame, refusal, seatOf, type Terms, termsOf } from './game-state.ts';
import { computersTurn } from './play.decider.ts';
import { guests, joined, joinGame, refuseCrowd } from './seating.decider.ts';

/** Make a game: public, private where somebody or nobody is invited, or against the computer. */
export interface CreateGame {
  readonly type: 'CreateGame';
  readonly gameId: string;
  readonly createdBy: string;
  readonly gameType: string;
  /** By id; null stands for a name that nobody has. */
  readonly invited: readonly (string | null)[] | null;
  readonly computer: string | null;
  /** ISO-8601. */
  readonly now: string;
}

/** The same two once more, with seats swapped. */
export interface PlayAgain {
  readonly type: 'PlayAgain';
  /** The rematch, whose stream this is. */
  readonly gameId: string;
  readonly userId: string;
  /** The game that was played; its stream guards the decision. */
  readonly played: GameState;
  /** Who of its host and its players has deleted the account. */
  readonly deleted: readonly string[];
  /** In [0, 1): what the computer's first move is chosen by. */
  readonly chance: number;
  /** ISO-8601. */
  readonly now: string;
}

/** What a beginning can come to. */
type Beginning = GameCreated | PlayerJoined | MovePlayed | GameEnded;

/**
 * Nobody sits down by creating, except against the computer, where both do. Source: decisions G-2.
 * @throws {DomainError} `game.type`, `request.invalid`, `game.invitation`
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
  return [created({ ...terms, private: command.invited !== null, invited, seats: [null, null], computer: null })];
}

/**
 * Makes the rematch and sits down there, or sits down in the one that is there; whoever has done so already finds it as it is.
 * @throws {DomainError} `game.unknown`, `game.notPlayer`, `rematch.early`, `rematch.gone`
 */
export function playAgain(command: PlayAgain, state: GameState): Beginning[] {
  const { gameId, userId, deleted, now } = command;
  const played = knownGame(command.played, userId);
  if (seatOf(played, userId) === undefined) throw refusal('game.notPlayer', messages.gameNotPlayer);
  if (played.status !== 'over') throw refusal('rematch.early', messages.rematchEarly);
  if (state.status !== 'none' && seatOf(state, userId) !== undefined) return [];
  const [first, second] = played.players;
  // Whoever asks is one of the two, and is there.
  if (first === null || second === null || deleted.includes(first) || deleted.includes(second)) {
    throw refusal('rematch.gone', messages.rematchGone);
  }
  if (state.status === 'waiting') return joinGame({ type: 'JoinGame', userId, now }, state);
  if (state.status !== 'none') return [];
  const players = [second, first] as const;
  const terms: Terms = { ...termsOf(played), ...hosted(played, command), gameId, kept: players };
  const beginning: Beginning[] = [created({ ...terms, seats: players, rematchOf: played.gameId })];
  const sitting = bothSeats.filter((seat) => players[seat] === userId || players[seat] === computerPlayer);
  for (const seat of sitting) beginning.push(joined(gameId, players[seat], seat, now));
  if (sitting.length < 2) return beginning;
  const position = rulesOf[terms.gameType].start();
  const game = { ...terms, status: 'running', players, position, moveCount: 0, turnSince: now } as const;
  return [...beginning, ...computersTurn(game, command.chance, now)];
}

/**
 * Who makes a rematch. A private game keeps its host, as long as the host is there; a public one
 * has none, and is made by whoever asks for it.
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
