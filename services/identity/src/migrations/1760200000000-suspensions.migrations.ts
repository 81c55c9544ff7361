import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Suspensions by the operator. */
export class Suspensions1760200000000 implements MigrationInterface {
  readonly name = 'Suspensions1760200000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table users add column suspended boolean not null default false;
      alter table credentials add column suspended boolean not null default false;
      alter table google_accounts add column suspended boolean not null default false;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table users drop column suspended;
      alter table credentials drop column suspended;
      alter table google_accounts drop column suspended;
    `);
  }
}
