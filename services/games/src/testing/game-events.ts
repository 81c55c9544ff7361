import type {
  GameCreated,
  GameEnded,
  GameMove,
  InvitationDeclined,
  MovePlayed,
  PlayerJoined,
  PlayerLeft,
  PlayersInvited,
} from '@parlour/contracts/games/games';
import type { Seat } from '@parlour/contracts/games/games';
import type { CreateGame, PlayAgain } from '../game/deciders/creation.decider.ts';
import { gameDecider } from '../game/deciders/game.decider.ts';
import type { GameState } from '../game/game-state.ts';
import { fold } from '@parlour/kernel/log/decider';
import type { ClaimGame, PlayMove } from '../game/deciders/play.decider.ts';
import type {
  DeclineInvitation,
  InvitePlayers,
  JoinGame,
  LeaveGame,
  WithdrawGame,
} from '../game/deciders/seating.decider.ts';
import type { GamesEvent } from '@parlour/contracts/games/games';

/** When everything happens, by default. */
export const now = '2026-01-01T12:00:00.000Z';

/** The command data of a public game of Nim by Ann. */
export const create: CreateGame = {
  type: 'CreateGame',
  gameId: 'g1',
  createdBy: 'ann',
  gameType: 'Nim',
  invited: null,
  computer: null,
  now,
};

/** A public game of Nim by Ann, by default. */
export function created(changes: Partial<GameCreated['data']> = {}): GameCreated {
  const data = {
    gameId: 'g1',
    gameType: 'Nim',
    createdBy: 'ann',
    private: false,
    invited: [],
    seats: [null, null],
  } as const;
  return { type: 'GameCreated', data: { ...data, computer: null, rematchOf: null, ...changes } };
}

/** A player sat down. */
export function joined(userId: string, seat: Seat, at = now): PlayerJoined {
  return { type: 'PlayerJoined', data: { gameId: 'g1', userId, seat, at } };
}

/** A player gave up a seat. */
export function left(userId: string, seat: Seat): PlayerLeft {
  return { type: 'PlayerLeft', data: { gameId: 'g1', userId, seat } };
}

/** Ann invited more people. */
export function invited(...userIds: string[]): PlayersInvited {
  return { type: 'PlayersInvited', data: { gameId: 'g1', gameType: 'Nim', invitedBy: 'ann', userIds } };
}

/** An invited person declined. */
export function declined(userId: string): InvitationDeclined {
  return { type: 'InvitationDeclined', data: { gameId: 'g1', userId } };
}

/** A player moved. */
export function played(userId: string, number: number, move: GameMove, at = now): MovePlayed {
  return { type: 'MovePlayed', data: { gameId: 'g1', userId, number, move, at } };
}

/** The game of Nim has ended. */
export function ended(winners: string[], reason: GameEnded['data']['reason'], counts: boolean): GameEnded {
  return { type: 'GameEnded', data: { gameId: 'g1', gameType: 'Nim', winners, reason, counts } };
}

/** A public game with Ann and Ben seated. */
export const begun = [created(), joined('ann', 0), joined('ben', 1)] as const;

/** The same after some objects were taken in turn. */
export function nim(...taken: number[]): GamesEvent[] {
  return [
    ...begun,
    ...taken.map((numObjects, index) => played(index % 2 === 0 ? 'ann' : 'ben', index + 1, { numObjects })),
  ];
}

/** A game that Ben has won. */
export const over: readonly GamesEvent[] = [...begun, ended(['ben'], 'left', false)];

/** A game against the computer that waits for Ann's move. */
export const againstComputer: readonly GamesEvent[] = [
  created({ private: true, seats: ['ann', 'computer'], computer: 'strong' }),
  joined('ann', 0),
  joined('computer', 1),
];

export const join = (userId: string): JoinGame => ({ type: 'JoinGame', userId, now });
export const leave = (userId: string): LeaveGame => ({ type: 'LeaveGame', userId });
export const withdraw = (userId: string): WithdrawGame => ({ type: 'WithdrawGame', userId });
export const invite = (userId: string, ...invited: (string | null)[]): InvitePlayers => {
  return { type: 'InvitePlayers', userId, invited };
};
export const decline = (userId: string): DeclineInvitation => ({ type: 'DeclineInvitation', userId });
export const move = (userId: string, given: unknown, moveCount?: number): PlayMove => {
  return { type: 'PlayMove', userId, move: given, moveCount, chance: 0, now };
};
export const claim = (userId: string, goneSince: string): ClaimGame => ({ type: 'ClaimGame', userId, goneSince });

/** The rematch of a game, requested by one person, after others deleted their accounts. */
export function again(userId: string, game: readonly GamesEvent[], ...deleted: readonly string[]): PlayAgain {
  const state = fold<GameState, GamesEvent>(gameDecider, game);
  return { type: 'PlayAgain', gameId: 'g2', userId, played: state, deleted, declined: [], chance: 0, now };
}
