import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which answer a notification is about. */
export class Answers1761310000000 implements MigrationInterface {
  readonly name = 'Answers1761310000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table notifications add answer_id text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table notifications drop answer_id');
  }
}
