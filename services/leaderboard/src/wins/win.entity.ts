import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** The game type of the rows that count all types together. */
export const allGames = 'all';

/** How often a person has won a type of game, or all together; only winners have rows. */
@Entity('wins')
@Index('wins_by_number', ['gameType', 'wins', 'userId'])
export class WinRow {
  @PrimaryColumn('text') userId!: string;
  @PrimaryColumn('text') gameType!: string;
  @Column('int') wins!: number;
}

/**
 * How many people have this number of wins, including deleted accounts: ranks and totals come from
 * these few rows.
 */
@Entity('win_counts')
export class WinCountRow {
  @PrimaryColumn('text') gameType!: string;
  @PrimaryColumn('int') wins!: number;
  @Column('int') players!: number;
}

/**
 * Wins within one month or one week, by board: a type of game, or all together, with the period
 * (`boardOf`).
 */
@Entity('period_wins')
@Index('period_wins_by_number', ['board', 'wins', 'userId'])
export class PeriodWinRow {
  @PrimaryColumn('text') userId!: string;
  @PrimaryColumn('text') board!: string;
  @Column('int') wins!: number;
}

/** How many people have this number of wins on a board, as in `WinCountRow`. */
@Entity('period_win_counts')
export class PeriodWinCountRow {
  @PrimaryColumn('text') board!: string;
  @PrimaryColumn('int') wins!: number;
  @Column('int') players!: number;
}
