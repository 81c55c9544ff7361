import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Chats with their names, lines about what somebody did, and what people have muted. Nobody could
 * leave a chat before, so those of three or more are the groups.
 */
export class Groups1761400000000 implements MigrationInterface {
  readonly name = 'Groups1761400000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table chats (
        id text not null,
        name text,
        is_group boolean not null,
        constraint chats_pkey primary key (id)
      );
      insert into chats (id, is_group) select chat_id, count(*) > 2 from chat_participants group by chat_id;

      create table muted_chats (
        user_id text not null,
        chat_id text not null,
        constraint muted_chats_pkey primary key (user_id, chat_id)
      );

      alter table chat_messages add column notice text;
      analyze chats;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table chat_messages drop column notice;
      drop table chats, muted_chats;
    `);
  }
}
