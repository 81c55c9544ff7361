import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the overview of operators counts: messages by the day on which they were sent. */
export class MessagesByDay1762500000000 implements MigrationInterface {
  readonly name = 'MessagesByDay1762500000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create index room_messages_posted_at on room_messages (posted_at);
      create index chat_messages_posted_at on chat_messages (posted_at) where notice is null;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index room_messages_posted_at, chat_messages_posted_at');
  }
}
