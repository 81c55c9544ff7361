import { type GameRowWire, type GameWire } from '@parlour/contracts/games';
import { moverAt } from '@parlour/rules/rules';

/** What a list needs to know of a game. */
export function rowOf(game: GameWire): GameRowWire {
  const { status, moveCount, winners, player1, player2 } = game.state;
  const players = { ...(player1 === undefined ? {} : { player1 }), ...(player2 === undefined ? {} : { player2 }) };
  return {
    gameID: game.gameID,
    gameType: game.gameType,
    players: game.players,
    ...(game.host === undefined ? {} : { host: game.host }),
    ...(game.invitedPlayers === undefined ? {} : { invitedPlayers: game.invitedPlayers }),
    ...(game.computer === undefined ? {} : { computer: game.computer }),
    state: { status, moveCount, winners, ...players },
    createdAt: game.createdAt,
    updatedAt: game.updatedAt,
    version: game.version,
  };
}

/** Whether somebody has a seat, or had one when the game ended. */
export function plays({ state }: GameRowWire, username: string): boolean {
  return state.player1 === username || state.player2 === username;
}

/** Whose turn it is in a running game. */
export function moverOf({ state }: GameRowWire): string | undefined {
  if (state.status !== 'IN_PROGRESS') return undefined;
  return moverAt(state.moveCount) === 0 ? state.player1 : state.player2;
}

/** Who sits opposite. */
export function opponentOf({ state }: GameRowWire, username: string): string | undefined {
  return state.player1 === username ? state.player2 : state.player1;
}

/** The newer of two pictures of a game. A rematch is no event of the game itself: of two that are equal the one that knows of it is the newer. */
export function newerOf(known: GameWire, told: GameWire): GameWire {
  if (told.version !== known.version) return told.version > known.version ? told : known;
  return told.rematchID === undefined && known.rematchID !== undefined ? known : told;
}
