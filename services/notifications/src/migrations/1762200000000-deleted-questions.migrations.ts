import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whose title is not shown in notifications. */
export class DeletedQuestions1762200000000 implements MigrationInterface {
  readonly name = 'DeletedQuestions1762200000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table questions add column deleted_by text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table questions drop column deleted_by');
  }
}
