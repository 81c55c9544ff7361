import { type GameRowWire, type GameWire, type Seat } from '@parlour/contracts/games/games';
import { moverAt } from '@parlour/rules/rules';

/** The fields of a game that lists need. */
export function rowOf(game: GameWire): GameRowWire {
  const { status, moveCount, winners, player1, player2 } = game.state;
  const players = { ...(player1 === undefined ? {} : { player1 }), ...(player2 === undefined ? {} : { player2 }) };
  return {
    gameID: game.gameID,
    gameType: game.gameType,
    players: game.players,
    invitedPlayers: game.invitedPlayers,
    ...(game.createdBy === undefined ? {} : { createdBy: game.createdBy }),
    ...(game.host === undefined ? {} : { host: game.host }),
    ...(game.computer === undefined ? {} : { computer: game.computer }),
    ...(game.keptFor === undefined ? {} : { keptFor: game.keptFor }),
    state: { status, moveCount, winners, ...players },
    createdAt: game.createdAt,
    updatedAt: game.updatedAt,
    version: game.version,
  };
}

/** Whether someone has a seat, or had one when the game ended. */
export function plays({ state }: GameRowWire, username: string): boolean {
  return state.player1 === username || state.player2 === username;
}

/** Whose turn it is in a running game. */
export function moverOf({ state }: GameRowWire): string | undefined {
  return state.status === 'IN_PROGRESS' ? moverOfMove(state, state.moveCount) : undefined;
}

/** Who made the last move. */
export function lastMoverOf({ state }: GameRowWire): string | undefined {
  return state.moveCount === 0 ? undefined : moverOfMove(state, state.moveCount - 1);
}

/** Who makes a move, counted from 0. */
function moverOfMove({ player1, player2 }: GameRowWire['state'], move: number): string | undefined {
  return moverAt(move) === 0 ? player1 : player2;
}

/** The opponent's name. */
export function opponentOf({ state }: GameRowWire, username: string): string | undefined {
  return state.player1 === username ? state.player2 : state.player1;
}

/** How a game ended for one of its players. */
export function resultFor({ state }: GameRowWire, username: string): 'Draw' | 'Won' | 'Lost' {
  if (state.winners.length === 0) return 'Draw';
  return state.winners.includes(username) ? 'Won' : 'Lost';
}

/** Found by name. If both players deleted their accounts, it can't be determined. */
export function winnerSeat({ state: { winners, player1, player2 } }: GameRowWire): Seat | undefined {
  const [winner] = winners;
  if (winner === undefined || player1 === player2) return undefined;
  if (player1 === winner) return 0;
  return player2 === winner ? 1 : undefined;
}

/** Whether someone may take a seat if one is free: a rematch is for its two players only. */
export function isOpenTo({ keptFor }: GameRowWire, username: string): boolean {
  return keptFor === undefined || keptFor.includes(username);
}

/** Whether someone was asked to play, and has no seat yet: then they can decline. */
export function isAsked(game: GameRowWire, username: string): boolean {
  const { state, keptFor, invitedPlayers } = game;
  return (
    state.status === 'WAITING_TO_START' && !plays(game, username) && (keptFor ?? invitedPlayers).includes(username)
  );
}

/** Whether a game ended before both seats were taken. */
export function endedUnbegun({ state }: Pick<GameRowWire, 'state'>): boolean {
  return state.status === 'OVER' && (state.player1 === undefined || state.player2 === undefined);
}

/**
 * The newer of two states of a game. A rematch doesn't change the version, so of two equal ones the
 * one with a rematch is newer.
 */
export function newerOf(known: GameWire, update: GameWire): GameWire {
  if (update.version !== known.version) return update.version > known.version ? update : known;
  return update.rematchID === undefined && known.rematchID !== undefined ? known : update;
}

/** Whether a state has all moves. Live updates have only new ones. */
export function isWhole({ state }: GameWire): boolean {
  return state.moves.length === state.moveCount;
}

/**
 * A game with a live update applied: the known moves plus the new ones. Undefined if moves in
 * between are missing.
 */
export function withUpdate(known: GameWire, update: GameWire): GameWire | undefined {
  if (newerOf(known, update) === known) return known;
  const { state } = update;
  const from = state.moveCount - state.moves.length;
  if (known.state.moves.length < from) return undefined;
  const names = [state.player1, state.player2];
  // Earlier moves also get the new name of an account deleted since.
  const before = known.state.moves.slice(0, from).map((move, count) => {
    return { ...move, playerID: names[moverAt(count)] ?? move.playerID };
  });
  return { ...update, state: { ...state, moves: [...before, ...state.moves] } };
}
