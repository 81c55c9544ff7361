/** Where a game's name differs from its type. */
const names = new Map([['TicTacToe', 'Tic-Tac-Toe']]);

/** The name of a game, for everything but the texts in which the specification has the type. */
export function gameName(type: string): string {
  return names.get(type) ?? type;
}

/** Tells a player that they are to move, on the page and elsewhere. */
export function turnText(opponent: string, type: string): string {
  return `It is your turn against ${opponent} in ${gameName(type)}.`;
}
