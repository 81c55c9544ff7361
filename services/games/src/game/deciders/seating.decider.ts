import type {
  GameEnded,
  InvitationDeclined,
  PlayerJoined,
  PlayerLeft,
  PlayersInvited,
  Seat,
} from '@parlour/contracts/games/games';
import { type Fault, refuse } from '@parlour/contracts/errors';
import { limits } from '@parlour/contracts/limits';
import { messages } from '@parlour/contracts/messages';
import {
  bothSeats,
  endOf,
  type Game,
  type GameState,
  refusal,
  seatOf,
  unfinishedGame,
  type WaitingGame,
} from '../game-state.ts';
import { opponentOf } from './play.decider.ts';

/** Sit down. */
export interface JoinGame {
  readonly type: 'JoinGame';
  readonly userId: string;
  /** Why this person cannot reach the other one of a rematch, if there is a block. */
  readonly blocked?: Fault | undefined;
  /** ISO-8601. */
  readonly now: string;
}

/** Give up the seat; in a running game the other one wins. */
export interface LeaveGame {
  readonly type: 'LeaveGame';
  readonly userId: string;
}

/** Take back a game that one created. */
export interface WithdrawGame {
  readonly type: 'WithdrawGame';
  readonly userId: string;
}

/** An account was deleted: like leaving, and never refused. */
export interface ForfeitGame {
  readonly type: 'ForfeitGame';
  readonly userId: string;
}

/** Invite more people to a private game. */
export interface InvitePlayers {
  readonly type: 'InvitePlayers';
  readonly userId: string;
  /** By id; null for an unknown name. */
  readonly invited: readonly (string | null)[];
  /** Why the host cannot reach one of them, if there is a block. */
  readonly blocked?: Fault | undefined;
}

/** Say no to an invitation or a rematch. */
export interface DeclineInvitation {
  readonly type: 'DeclineInvitation';
  readonly userId: string;
}

/**
 * A seated player stays seated. Source: decisions G-3.
 * @throws {DomainError} `game.unknown`, `game.over`, `game.noSeat`, `person.unavailable`,
 * `block.own`
 */
export function joinGame({ userId, blocked, now }: JoinGame, state: GameState): PlayerJoined[] {
  const game = unfinishedGame(state, userId);
  if (seatOf(game, userId) !== undefined) return [];
  const seat = game.status === 'waiting' ? freeSeat(game, userId) : undefined;
  if (seat === undefined) throw refusal('game.noSeat', messages.gameJoinFailed);
  refuse(blocked);
  return [joined(game.gameId, userId, seat, now)];
}

/** The lowest seat that is free for this person. */
function freeSeat({ seats, kept }: WaitingGame, userId: string): Seat | undefined {
  return bothSeats.find((seat) => seats[seat] === null && (kept[seat] === null || kept[seat] === userId));
}

/** A player sat down. */
export function joined(gameId: string, userId: string, seat: Seat, at: string): PlayerJoined {
  return { type: 'PlayerJoined', data: { gameId, userId, seat, at } };
}

/**
 * Source: decisions G-4.
 * @throws {DomainError} `game.unknown`, `game.over`, `game.notPlayer`
 */
export function leaveGame({ userId }: LeaveGame, state: GameState): (PlayerLeft | GameEnded)[] {
  const game = unfinishedGame(state, userId);
  const seat = seatOf(game, userId);
  if (seat === undefined) throw refusal('game.notPlayer', messages.gameNotPlayer);
  if (game.status === 'waiting') return [{ type: 'PlayerLeft', data: { gameId: game.gameId, userId, seat } }];
  return [endOf(game, opponentOf(game, userId), 'left')];
}

/**
 * The end of a game in which nobody but its creator has a seat. Source: decisions G-13.
 * @throws {DomainError} `game.unknown`, `game.over`, `game.notCreator`, `game.notEmpty`
 */
export function withdrawGame({ userId }: WithdrawGame, state: GameState): GameEnded[] {
  const game = unfinishedGame(state, userId);
  if (game.createdBy !== userId) throw refusal('game.notCreator', messages.gameNotCreator);
  if (!isEmpty(game)) throw refusal('game.notEmpty', messages.gameNotEmpty);
  return [endOf({ ...game, moveCount: 0 }, null, 'withdrawn')];
}

/** Nobody but its creator has a seat. */
function isEmpty(game: Game): boolean {
  return game.status === 'waiting' && game.seats.every((seat) => seat === null || seat === game.createdBy);
}

/**
 * Ends running games, and waiting ones that have lost their host or cannot begin: private ones that
 * this person created, public ones too if nobody else has a seat, and rematches with them. In other
 * waiting games the seat becomes free. Source: decisions U-5, G-13.
 */
export function forfeitGame({ userId }: ForfeitGame, state: GameState): (PlayerLeft | GameEnded)[] {
  if (state.status === 'none' || state.status === 'over') return [];
  const hosts = state.createdBy === userId && (state.private || isEmpty(state));
  if (state.status === 'waiting' && (hosts || state.kept.includes(userId))) {
    return [endOf({ ...state, moveCount: 0 }, null, 'deleted')];
  }
  const seat = seatOf(state, userId);
  if (seat === undefined) return [];
  if (state.status === 'waiting') return [{ type: 'PlayerLeft', data: { gameId: state.gameId, userId, seat } }];
  return [endOf(state, opponentOf(state, userId), 'deleted')];
}

/**
 * Adds people who are not invited yet; fails if all of them are, or one has declined.
 * @throws {DomainError} `game.unknown`, `game.over`, `game.notHost`, `game.started`,
 * `game.invitation`, `person.unavailable`, `block.own`
 */
export function invitePlayers({ userId, invited, blocked }: InvitePlayers, state: GameState): PlayersInvited[] {
  const game = unfinishedGame(state, userId);
  if (!game.private || game.createdBy !== userId) throw refusal('game.notHost', messages.gameNotHost);
  if (game.status !== 'waiting') throw refusal('game.started', messages.gameStarted);
  if (isKept(game)) throw refusal('game.invitation', messages.gameInviteKept);
  const asked = guests(invited, userId);
  if (asked.length === 0) throw refusal('game.invitation', messages.gameInviteNobody);
  // Otherwise, inviting and declining would send notifications without end.
  if (asked.some((guest) => game.declined.includes(guest))) {
    throw refusal('game.invitation', messages.gameInviteDeclined);
  }
  const userIds = asked.filter((guest) => !game.invited.includes(guest));
  if (userIds.length === 0) throw refusal('game.invitation', messages.gameInviteTwice);
  refuseCrowd(game.invited.length + game.declined.length + userIds.length);
  refuse(blocked);
  const { gameId, gameType } = game;
  return [{ type: 'PlayersInvited', data: { gameId, gameType, invitedBy: userId, userIds } }];
}

/** Whether the seats are reserved, as in a rematch. */
function isKept({ kept }: Game): boolean {
  return kept.some((seat) => seat !== null);
}

/**
 * Whoever declines is not invited any more. A rematch is for two only, so it ends.
 * Source: decisions G-16.
 * @throws {DomainError} `game.unknown`, `game.over`, `game.started`, `game.notInvited`
 */
export function declineInvitation({ userId }: DeclineInvitation, state: GameState): (InvitationDeclined | GameEnded)[] {
  if (state.status !== 'none' && state.declined.includes(userId)) return [];
  const game = unfinishedGame(state, userId);
  if (game.status !== 'waiting') throw refusal('game.started', messages.gameDeclineLate);
  const isAsked = (isKept(game) ? game.kept : game.invited).includes(userId);
  if (!isAsked || seatOf(game, userId) !== undefined) throw refusal('game.notInvited', messages.gameNotInvited);
  const declined: InvitationDeclined = { type: 'InvitationDeclined', data: { gameId: game.gameId, userId } };
  return isKept(game) ? [declined, endOf({ ...game, moveCount: 0 }, null, 'declined')] : [declined];
}

/**
 * The people that a host invites, each once.
 * @throws {DomainError} `game.invitation` for the host, and for unknown people
 */
export function guests(invited: readonly (string | null)[], host: string): string[] {
  if (invited.includes(host)) throw refusal('game.invitation', messages.gameInviteSelf);
  const known = invited.filter((guest) => guest !== null);
  if (known.length < invited.length) throw refusal('game.invitation', messages.gameInviteUnknown);
  return [...new Set(known)];
}

/** @throws {DomainError} `game.invitation` if a game would have more guests than can be shown */
export function refuseCrowd(count: number): void {
  if (count > limits.invitedPlayers) throw refusal('game.invitation', messages.gameInviteTooMany);
}
