import type { MigrationInterface, QueryRunner } from 'typeorm';

/** People who are operators. */
export class OperatorsOfSite1761300100000 implements MigrationInterface {
  readonly name = 'OperatorsOfSite1761300100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table users add column operator boolean not null default false;
      create index users_operator on users (id) where operator;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table users drop column operator');
  }
}
