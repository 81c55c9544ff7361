import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Authors are notified of what others did with their posts. */
export class Moderated1762300000000 implements MigrationInterface {
  readonly name = 'Moderated1762300000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table notifications add column moderated jsonb');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table notifications drop column moderated');
  }
}
