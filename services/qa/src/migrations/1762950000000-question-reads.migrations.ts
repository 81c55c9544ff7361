import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Up to where people have read questions. Not derived from the log, so backups hold it. */
export class QuestionReads1762950000000 implements MigrationInterface {
  readonly name = 'QuestionReads1762950000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table question_reads (
        user_id text not null,
        question_id text not null,
        position bigint not null,
        constraint question_reads_pkey primary key (user_id, question_id)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table question_reads');
  }
}
