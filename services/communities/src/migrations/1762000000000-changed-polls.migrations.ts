import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Polls can be edited and deleted. */
export class ChangedPolls1762000000000 implements MigrationInterface {
  readonly name = 'ChangedPolls1762000000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table polls add column version int not null default 1,
                        add column edited_at timestamptz,
                        add column deleted_by text,
                        add column deleted_reason text;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'alter table polls drop column version, drop column edited_at, drop column deleted_by, drop column deleted_reason',
    );
  }
}
