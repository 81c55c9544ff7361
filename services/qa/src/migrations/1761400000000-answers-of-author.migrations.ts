import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A person's answers, by when they were posted. */
export class AnswersOfAuthor1761400000000 implements MigrationInterface {
  readonly name = 'AnswersOfAuthor1761400000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create index answers_of_author on answers (answered_by, position)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index answers_of_author');
  }
}
