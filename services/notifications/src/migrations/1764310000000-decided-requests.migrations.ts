import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Which requests to join were decided. It is in the communities' log only, so what is copied from
 * it is filled from its beginning. Until then, notifications about communities and what is in them
 * are hidden, and nobody is notified anew.
 */
export class DecidedRequests1764310000000 implements MigrationInterface {
  readonly name = 'DecidedRequests1764310000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table decided_requests (
        community_id text not null,
        user_id text not null,
        decided_at timestamptz not null,
        constraint decided_requests_pkey primary key (community_id, user_id)
      );
      truncate communities, community_people;
      delete from dead_letters where consumer = 'views:communities';
      delete from checkpoints where consumer = 'views:communities';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table decided_requests');
  }
}
