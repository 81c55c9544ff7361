import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What has become of messages. The default is for an older process, which does not know the column.
 */
export class EditedMessages1762000000000 implements MigrationInterface {
  readonly name = 'EditedMessages1762000000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of ['room_messages', 'chat_messages']) {
      await runner.query(`
        alter table ${table} add column version int not null default 1, add column edited_at timestamptz,
          add column deleted_by text, add column delete_reason text;
      `);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['room_messages', 'chat_messages']) {
      await runner.query(`
        alter table ${table} drop column version, drop column edited_at, drop column deleted_by, drop column delete_reason;
      `);
    }
  }
}
