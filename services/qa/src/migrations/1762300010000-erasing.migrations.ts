import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds the deleted posts whose text is to be erased. */
export class Erasing1762300010000 implements MigrationInterface {
  readonly name = 'Erasing1762300010000';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of ['questions', 'answers', 'comments']) {
      await runner.query(`create index ${table}_deleted on ${table} (deleted_at) where deleted_at is not null`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index questions_deleted, answers_deleted, comments_deleted');
  }
}
