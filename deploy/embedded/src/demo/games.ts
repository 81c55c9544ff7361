import type { DemoGame, DemoSeries } from './content.ts';

/** Games that wait, run and are over, one by one. */
export const games: readonly DemoGame[] = [
  { type: 'Nim', players: ['Arthur'] },
  { type: 'TicTacToe', players: ['Ben'] },
  { type: 'Chopsticks', players: ['Rosa'] },
  { type: 'Chopsticks', players: ['Freya'], invited: ['Callum', 'Jonas', 'Ben'] },
  { type: 'Nim', players: ['Lucia'], invited: ['Nadia'] },
  { type: 'Nim', players: ['Freya', 'Peter'], moves: 4 },
  { type: 'Chopsticks', players: ['Ines', 'Arthur'], moves: 4 },
  { type: 'TicTacToe', players: ['Ben', 'Mei'], moves: 4 },
  { type: 'TicTacToe', players: ['Lucia', 'Yuki'], moves: 2 },
  { type: 'TicTacToe', players: ['Jonas', 'Priya'], invited: ['Priya'], moves: 5 },
  { type: 'Nim', players: ['Ben'], computer: 'easy', moves: 1 },
  { type: 'TicTacToe', players: ['Arthur'], computer: 'strong', moves: 2 },
  { type: 'Nim', players: ['Tomas', 'Rosa'] },
  { type: 'Chopsticks', players: ['Callum', 'Peter'] },
  { type: 'TicTacToe', players: ['Dmitri', 'Ines'] },
  { type: 'Nim', players: ['Sofia', 'Oskar'], invited: ['Oskar'] },
];

/** Who has won how often against whom: gold, silver and bronze are among them. */
export const series: readonly DemoSeries[] = [
  { winner: 'Arthur', loser: 'Jonas', games: 20 },
  { winner: 'Arthur', loser: 'Peter', games: 17 },
  { winner: 'Arthur', loser: 'Rosa', games: 16 },
  { winner: 'Mei', loser: 'Arthur', games: 16 },
  { winner: 'Mei', loser: 'Jonas', games: 12 },
  { winner: 'Jonas', loser: 'Ben', games: 9 },
  { winner: 'Jonas', loser: 'Priya', games: 4 },
  { winner: 'Tomas', loser: 'Mei', games: 6 },
  { winner: 'Ines', loser: 'Dmitri', games: 5 },
  { winner: 'Freya', loser: 'Callum', games: 4 },
  { winner: 'Lucia', loser: 'Nadia', games: 3 },
  { winner: 'Ben', loser: 'Leila', games: 1 },
];
