import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds in the log what operators did, for the site's log. */
export class OperatorActs1762500100000 implements MigrationInterface {
  readonly name = 'OperatorActs1762500100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create index events_of_operators on events (position) where data -> 'moderated' ->> 'by' = 'operator'
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index events_of_operators');
  }
}
