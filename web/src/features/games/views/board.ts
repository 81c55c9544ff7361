import { gameTypes, type GamePosition, type GameType, type GameWire, type Seat } from '@parlour/contracts/games';
import { moverAt } from '@parlour/rules/rules';

/** What the board of every game is given. `position` is what lies on the table, in a replay an earlier one; `disabled` while nothing can be moved. */
export interface BoardProps {
  readonly game: GameWire;
  readonly viewer: string;
  readonly position: GamePosition;
  readonly onMove: (move: object) => void;
  readonly disabled: boolean;
}

/** The type of a game where this page knows it: a newer server may know more. */
export function knownType(game: GameWire): GameType | undefined {
  return gameTypes.find((type) => type === game.gameType);
}

/** Who sits there; undefined where nobody does yet. */
export function playerAt(game: GameWire, seat: Seat): string | undefined {
  return seat === 0 ? game.state.player1 : game.state.player2;
}

/** Where the viewer sits; undefined for those who watch. */
export function seatOf(game: GameWire, viewer: string): Seat | undefined {
  if (viewer === '') return undefined;
  if (game.state.player1 === viewer) return 0;
  return game.state.player2 === viewer ? 1 : undefined;
}

/** Whose turn it is; nobody's before the game and after it. */
export function moverOf(game: GameWire): Seat | undefined {
  return game.state.status === 'IN_PROGRESS' ? moverAt(game.state.moveCount) : undefined;
}

/** The seat from which the viewer may move now: he alone sees the controls. */
export function turnOf(game: GameWire, viewer: string): Seat | undefined {
  const mover = moverOf(game);
  return mover !== undefined && mover === seatOf(game, viewer) ? mover : undefined;
}
