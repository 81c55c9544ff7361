import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a search over everything finds communities by: the stems of their words. */
export class FoundCommunities1762320001000 implements MigrationInterface {
  readonly name = 'FoundCommunities1762320001000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `create index communities_found on communities using gin (search_terms(name || ' ' || description))`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index communities_found');
  }
}
