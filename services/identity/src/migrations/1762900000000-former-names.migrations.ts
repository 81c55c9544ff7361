import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The names that people had before an operator renamed them, derived from the log. */
export class FormerNames1762900000000 implements MigrationInterface {
  readonly name = 'FormerNames1762900000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table former_names (
        canonical_name text collate "C" not null,
        user_id text not null,
        constraint former_names_pkey primary key (canonical_name)
      );
      create index former_names_user_id on former_names (user_id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table former_names');
  }
}
