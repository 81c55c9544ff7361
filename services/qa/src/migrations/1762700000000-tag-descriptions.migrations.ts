import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Versions of tags' descriptions. The default is for an older process that still serves: it does
 * not know the column.
 */
export class TagDescriptions1762700000000 implements MigrationInterface {
  readonly name = 'TagDescriptions1762700000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table tags add column version int not null default 1, add column edited_at timestamptz,
        add column first_description text`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      update tags set description = first_description where first_description is not null;
      alter table tags drop column version, drop column edited_at, drop column first_description`);
  }
}
