import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a search over everything finds people by, beside their names: the stems of their words. */
export class FoundPeople1762320001000 implements MigrationInterface {
  readonly name = 'FoundPeople1762320001000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create index biographies_found on biographies using gin (search_terms(text))');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index biographies_found');
  }
}
