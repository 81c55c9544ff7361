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
 * @throws {DomainError} `game.unknown`, `game.notPlayer`, `rematch.early`
 */
export function playAgain(command: PlayAgain, state: GameState): Beginning[] {
  const { gameId, userId, now } = command;
  const played = knownGame(command.played, userId);
  if (seatOf(played, userId) === undefined) throw refusal('game.notPlayer', messages.gameNotPlayer);
  if (played.status !== 'over') throw refusal('rematch.early', messages.rematchEarly);
  if (state.status === 'waiting') return joinGame({ type: 'JoinGame', userId, now }, state);
  if (state.status !== 'none') return [];
  const [first, second] = played.players;
  const players = [second, first] as const;
  const terms: Terms = { ...termsOf(played), gameId, kept: players };
  const beginning: Beginning[] = [
    created({
      ...termsOf(played),
      gameId,
      createdBy: hostOf(played, userId),
      seats: players,
      rematchOf: played.gameId,
    }),
  ];
  const sitting = bothSeats.filter((seat) => players[seat] === userId || players[seat] === computerPlayer);
  for (const seat of sitting) beginning.push(joined(gameId, players[seat], seat, now));
  if (sitting.length < 2) return beginning;
  const position = rulesOf[terms.gameType].start();
  const game = { ...terms, status: 'running', players, position, moveCount: 0, turnSince: now } as const;
  return [...beginning, ...computersTurn(game, command.chance, now)];
}

/** A private game keeps its host; a public one has none, and is made by who asks for it. */
function hostOf(game: Terms, userId: string): string {
  return game.private ? game.createdBy : userId;
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
