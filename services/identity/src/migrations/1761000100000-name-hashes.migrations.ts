import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The reservations of an account can be found by account. */
export class NameHashes1761000100000 implements MigrationInterface {
  readonly name = 'NameHashes1761000100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create index reservations_owner on reservations (owner)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index reservations_owner');
  }
}
