import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A person's deleted questions, whose answers do not count for those who cannot read them. */
export class DeletedOfAuthor1763000000000 implements MigrationInterface {
  readonly name = 'DeletedOfAuthor1763000000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create index questions_deleted_of_author on questions (asked_by) where deleted_by = 'author'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index questions_deleted_of_author');
  }
}
