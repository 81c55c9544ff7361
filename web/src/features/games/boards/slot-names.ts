/** The squares of the TicTacToe board, row by row. */
export const slotNames = [
  'top left',
  'top centre',
  'top right',
  'middle left',
  'centre',
  'middle right',
  'bottom left',
  'bottom centre',
  'bottom right',
] as const;
