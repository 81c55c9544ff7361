import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Wins within months and weeks. When somebody won is in the games' log only, so both read models of
 * wins are filled from its beginning.
 */
export class Periods1761400000000 implements MigrationInterface {
  readonly name = 'Periods1761400000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table period_wins (
        user_id text not null,
        board text not null,
        wins int not null,
        constraint period_wins_pkey primary key (user_id, board)
      );
      create index period_wins_by_number on period_wins (board, wins, user_id);

      create table period_win_counts (
        board text not null,
        wins int not null,
        players int not null,
        constraint period_win_counts_pkey primary key (board, wins)
      );

      truncate wins, win_counts;
      delete from checkpoints where consumer = 'views:games';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table period_wins, period_win_counts');
  }
}
