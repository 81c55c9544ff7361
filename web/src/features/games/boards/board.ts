import {
  type GameMove,
  gameTypes,
  type GamePosition,
  type GameType,
  type GameWire,
  type Seat,
} from '@parlour/contracts/games/games';
import { moverAt } from '@parlour/rules/rules';

/**
 * The props of every game's board. `position` is the current one, or an earlier one in a replay;
 * `disabled` while no move is possible.
 */
export interface BoardProps {
  readonly game: GameWire;
  readonly viewer: string;
  readonly position: GamePosition;
  /** The move that led to it. */
  readonly last: GameMove | undefined;
  readonly onMove: (move: object) => void;
  readonly disabled: boolean;
}

/** The game type, if this page knows it: a newer server may have more. */
export function knownType(game: GameWire): GameType | undefined {
  return gameTypes.find((type) => type === game.gameType);
}

/** The player in a seat; undefined if it is free. */
export function playerAt(game: GameWire, seat: Seat): string | undefined {
  return seat === 0 ? game.state.player1 : game.state.player2;
}

/** The viewer's seat; undefined for spectators. */
export function seatOf(game: GameWire, viewer: string): Seat | undefined {
  if (viewer === '') return undefined;
  if (game.state.player1 === viewer) return 0;
  return game.state.player2 === viewer ? 1 : undefined;
}

/** The seat to move; undefined before the game and after it. */
export function moverOf(game: GameWire): Seat | undefined {
  return game.state.status === 'IN_PROGRESS' ? moverAt(game.state.moveCount) : undefined;
}

/** The seat from which the viewer may move now; only that player sees the controls. */
export function turnOf(game: GameWire, viewer: string): Seat | undefined {
  const mover = moverOf(game);
  return mover !== undefined && mover === seatOf(game, viewer) ? mover : undefined;
}
