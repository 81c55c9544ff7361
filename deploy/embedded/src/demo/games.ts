import type { DemoGame, DemoSeries } from './content.ts';

/** Waiting, running and finished games. */
export const games: readonly DemoGame[] = [
  { type: 'Nim', ago: 7, players: ['Arthur'] },
  { type: 'TicTacToe', ago: 34, players: ['Ben'] },
  { type: 'Chopsticks', ago: 95, players: ['Rosa'] },
  { type: 'Chopsticks', ago: 260, players: ['Freya'], invited: ['Callum', 'Jonas', 'Ben'] },
  { type: 'Nim', ago: 410, players: ['Lucia'], invited: ['Nadia', 'Arthur'] },
  { type: 'Nim', ago: 5, players: ['Freya', 'Peter'], moves: 4 },
  { type: 'Chopsticks', ago: 4, players: ['Ines', 'Arthur'], moves: 4 },
  { type: 'TicTacToe', ago: 6, players: ['Ben', 'Mei'], moves: 4 },
  { type: 'TicTacToe', ago: 3, players: ['Lucia', 'Yuki'], moves: 2 },
  { type: 'TicTacToe', ago: 4.5, players: ['Jonas', 'Priya'], invited: ['Priya'], moves: 5 },
  { type: 'Nim', ago: 8, players: ['Ben'], computer: 'easy', moves: 1 },
  { type: 'TicTacToe', ago: 2.5, players: ['Arthur'], computer: 'strong', moves: 2 },
  { type: 'Nim', ago: 190, players: ['Tomas', 'Rosa'] },
  { type: 'Chopsticks', ago: 330, players: ['Callum', 'Peter'] },
  { type: 'TicTacToe', ago: 500, players: ['Dmitri', 'Ines'] },
  { type: 'Nim', ago: 620, players: ['Sofia', 'Oskar'], invited: ['Oskar'] },
  { type: 'TicTacToe', ago: 48, players: ['Callum'], invited: ['Freya', 'Yuki'] },
];

/** Wins of one person against another: enough for gold, silver and bronze. */
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
