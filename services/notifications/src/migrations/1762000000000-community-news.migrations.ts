import type { MigrationInterface, QueryRunner } from 'typeorm';

/** People are notified of requests to join, decisions and offers. */
export class CommunityNews1762000000000 implements MigrationInterface {
  readonly name = 'CommunityNews1762000000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table notifications add column what text, add column community_name text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table notifications drop column what, drop column community_name');
  }
}
