import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whoever reported something is notified of the outcome. */
export class Reports1762400010000 implements MigrationInterface {
  readonly name = 'Reports1762400010000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table notifications add column report jsonb');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table notifications drop column report');
  }
}
