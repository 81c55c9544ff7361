import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The moderation log has what was done with posts. */
export class ModeratedPosts1762300000000 implements MigrationInterface {
  readonly name = 'ModeratedPosts1762300000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table moderation_entries add column post jsonb');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table moderation_entries drop column post');
  }
}
