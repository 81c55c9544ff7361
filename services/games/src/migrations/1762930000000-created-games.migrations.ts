import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The waiting games that a person created: they end with the account. */
export class CreatedGames1762930000000 implements MigrationInterface {
  readonly name = 'CreatedGames1762930000000';

  async up(runner: QueryRunner): Promise<void> {
    // A move changes neither column.
    await runner.query(`create index games_created on games (created_by) where status = 'WAITING_TO_START'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index games_created');
  }
}
