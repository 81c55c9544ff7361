import type { MigrationInterface, QueryRunner } from 'typeorm';

/** All communities in the order of operators' list. */
export class AllCommunities1762940000000 implements MigrationInterface {
  readonly name = 'AllCommunities1762940000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create index communities_latest on communities (position desc)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index communities_latest');
  }
}
