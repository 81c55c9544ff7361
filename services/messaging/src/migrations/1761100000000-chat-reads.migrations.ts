import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Up to where people have read their chats. Not derived from the log, so backups hold it. What was
 * read before is in the log.
 */
export class ChatReads1761100000000 implements MigrationInterface {
  readonly name = 'ChatReads1761100000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table chat_reads (
        user_id text not null,
        chat_id text not null,
        position bigint not null,
        constraint chat_reads_pkey primary key (user_id, chat_id)
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table chat_reads');
  }
}
