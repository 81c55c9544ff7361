import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which chats people have open. Transient: not derived from a log, and in no backup. */
export class Presence1760100000000 implements MigrationInterface {
  readonly name = 'Presence1760100000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table chat_presence (
        user_id text not null,
        chat_id text not null,
        place text not null,
        expires_at timestamptz not null,
        constraint chat_presence_pkey primary key (user_id, chat_id, place)
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table chat_presence');
  }
}
