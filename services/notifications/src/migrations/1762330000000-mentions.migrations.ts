import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Which comment or message a notification is about, which posts are deleted, who is in a chat, and
 * which notifications are viewed, or deleted all at once.
 */
export class Mentions1762330000000 implements MigrationInterface {
  readonly name = 'Mentions1762330000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table notifications add column comment_id text, add column message_id text,
        add column viewed boolean not null default false, add column swept_by text;
      alter table notifications alter column viewed drop default;
      create table deleted_posts (id text not null, constraint deleted_posts_pkey primary key (id));
      create table deleted_messages (id text not null, constraint deleted_messages_pkey primary key (id));
      create table chat_participants (
        chat_id text not null,
        user_id text not null,
        constraint chat_participants_pkey primary key (chat_id, user_id)
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'alter table notifications drop column comment_id, drop column message_id, drop column viewed, drop column swept_by',
    );
    await runner.query('drop table deleted_posts, deleted_messages, chat_participants');
  }
}
