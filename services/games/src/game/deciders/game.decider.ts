import type { GamesEvent, PlayerJoined, Seat } from '@parlour/contracts/games/games';
import type { Decider } from '@parlour/kernel/log/decider';
import { type CreateGame, createGame, playAgain, type PlayAgain } from './creation.decider.ts';
import {
  type EndedGame,
  firstTurn,
  type Game,
  type GameState,
  type RunningGame,
  termsOf,
  type WaitingGame,
} from '../game-state.ts';
import { afterMove, claimGame, type ClaimGame, playMove, type PlayMove } from './play.decider.ts';
import {
  type DeclineInvitation,
  declineInvitation,
  forfeitGame,
  type ForfeitGame,
  invitePlayers,
  type InvitePlayers,
  joinGame,
  type JoinGame,
  leaveGame,
  type LeaveGame,
  withdrawGame,
  type WithdrawGame,
} from './seating.decider.ts';

/** The commands of a game. */
export type GameCommand =
  | CreateGame
  | PlayAgain
  | JoinGame
  | LeaveGame
  | WithdrawGame
  | ForfeitGame
  | InvitePlayers
  | DeclineInvitation
  | PlayMove
  | ClaimGame;

/** The stream of one game. */
export function gameStream(gameId: string): string {
  return `game/${gameId}`;
}

/**
 * The rules of one game: who may see it, sit in it, invite to it, and whose move it is.
 * Source: specification ST-3 to ST-8; decisions G-1 to G-11, G-13, G-16.
 */
export const gameDecider: Decider<GameState, GameCommand, GamesEvent> = {
  initial: { status: 'none' },
  // Only seats can be taken and left without end.
  always: ({ type }) => type !== 'JoinGame' && type !== 'PlayAgain',

  decide(command, state) {
    switch (command.type) {
      case 'CreateGame':
        return createGame(command, state);
      case 'PlayAgain':
        return playAgain(command, state);
      case 'JoinGame':
        return joinGame(command, state);
      case 'LeaveGame':
        return leaveGame(command, state);
      case 'WithdrawGame':
        return withdrawGame(command, state);
      case 'ForfeitGame':
        return forfeitGame(command, state);
      case 'InvitePlayers':
        return invitePlayers(command, state);
      case 'DeclineInvitation':
        return declineInvitation(command, state);
      case 'PlayMove':
        return playMove(command, state);
      case 'ClaimGame':
        return claimGame(command, state);
    }
  },

  evolve(state, event) {
    switch (event.type) {
      case 'GameCreated': {
        const { gameId, gameType, createdBy, private: hidden, invited, seats: kept, computer } = event.data;
        const terms = { gameId, gameType, createdBy, private: hidden, invited, declined: [], kept, computer };
        return { ...terms, status: 'waiting', seats: [null, null] };
      }
      case 'PlayersInvited':
        return state.status === 'none' ? state : { ...state, invited: [...state.invited, ...event.data.userIds] };
      case 'InvitationDeclined':
        return state.status === 'none' ? state : withoutGuest(state, event.data.userId);
      case 'PlayerJoined':
        return state.status === 'waiting' ? sitDown(state, event.data) : state;
      case 'PlayerLeft':
        return state.status === 'waiting' ? { ...state, seats: seated(state.seats, event.data.seat, null) } : state;
      case 'MovePlayed':
        if (state.status !== 'running') return state;
        return afterMove(state, { move: event.data.move, now: event.data.at });
      case 'GameEnded':
        return state.status === 'waiting' || state.status === 'running' ? over(state) : state;
      default:
        event satisfies never;
        return state;
    }
  },
};

function withoutGuest(game: Game, userId: string): Game {
  const invited = game.invited.filter((guest) => guest !== userId);
  return { ...game, invited, declined: [...game.declined, userId] };
}

function over(game: WaitingGame | RunningGame): EndedGame {
  return { ...termsOf(game), status: 'over', players: game.status === 'waiting' ? game.seats : game.players };
}

function sitDown(game: WaitingGame, { userId, seat, at }: PlayerJoined['data']): Game {
  const seats = seated(game.seats, seat, userId);
  const [first, second] = seats;
  if (first === null || second === null) return { ...game, seats };
  return firstTurn(termsOf(game), [first, second], at);
}

function seated([first, second]: WaitingGame['seats'], seat: Seat, userId: string | null): WaitingGame['seats'] {
  return seat === 0 ? [userId, second] : [first, userId];
}
