import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Polls that have ended are listed by when they did. */
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
