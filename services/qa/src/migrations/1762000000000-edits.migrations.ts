import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Versions and deletions of posts. The defaults are for an older process that still serves: it does
 * not know the columns.
 */
export class Edits1762000000000 implements MigrationInterface {
  readonly name = 'Edits1762000000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of ['questions', 'answers', 'comments']) {
      await runner.query(`
        alter table ${table} add column version int not null default 1, add column edited_at timestamptz,
          add column deleted_by text, add column delete_reason text, add column deleted_at timestamptz`);
    }
    await runner.query(`
      -- The question that described a tag; an edit may have taken the tag away from it.
      alter table tags add column described_by text;
      update tags t set described_by =
        (select first.question_id from question_tags first where first.key = t.key order by first.position limit 1);
      create index question_tags_of_question on question_tags (question_id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index question_tags_of_question; alter table tags drop column described_by');
    for (const table of ['questions', 'answers', 'comments']) {
      await runner.query(`
        alter table ${table} drop column version, drop column edited_at, drop column deleted_by, drop column delete_reason, drop column deleted_at`);
    }
  }
}
