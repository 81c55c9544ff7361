import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The games that a person plays or has played, and those between two people. */
export class PlayedGames1761400000000 implements MigrationInterface {
  readonly name = 'PlayedGames1761400000000';

  async up(runner: QueryRunner): Promise<void> {
    // A move changes none of these columns.
    await runner.query(`
      create index games_played1 on games (player1, listed_at, listed_position) where status <> 'WAITING_TO_START';
      create index games_played2 on games (player2, listed_at, listed_position) where status <> 'WAITING_TO_START';
      create index games_between on games (player1, player2) where status = 'OVER';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index games_played1, games_played2, games_between');
  }
}
