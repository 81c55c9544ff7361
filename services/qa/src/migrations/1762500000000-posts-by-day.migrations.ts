import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the overview of operators counts: posts by the day on which they were made. */
export class PostsByDay1762500000000 implements MigrationInterface {
  readonly name = 'PostsByDay1762500000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create index questions_asked_at on questions (asked_at);
      create index answers_answered_at on answers (answered_at);
      create index comments_commented_at on comments (commented_at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index questions_asked_at, answers_answered_at, comments_commented_at');
  }
}
