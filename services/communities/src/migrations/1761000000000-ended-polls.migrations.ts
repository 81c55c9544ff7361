import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Closed polls are listed by the time of their end. */
export class EndedPolls1761000000000 implements MigrationInterface {
  readonly name = 'EndedPolls1761000000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create index polls_ended on polls (community_id, expires_at desc, position desc) where status = 'closed';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index polls_ended');
  }
}
