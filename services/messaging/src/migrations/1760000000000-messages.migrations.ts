import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The global room, and chats with participants and reads: derived from this service's log. */
export class Messages1760000000000 implements MigrationInterface {
  readonly name = 'Messages1760000000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table room_messages (
        id text not null,
        position bigint not null,
        from_id text not null,
        text text not null,
        posted_at timestamptz not null,
        constraint room_messages_pkey primary key (id)
      );
      create index room_messages_latest on room_messages (position desc);

      create table chat_messages (
        id text not null,
        chat_id text not null,
        position bigint not null,
        from_id text not null,
        text text not null,
        posted_at timestamptz not null,
        constraint chat_messages_pkey primary key (id)
      );
      create index chat_messages_latest on chat_messages (chat_id, position desc);

      create table chat_participants (
        chat_id text not null,
        user_id text not null,
        joined_position bigint not null,
        place int not null,
        last_position bigint not null,
        read_position bigint not null,
        unread int not null,
        constraint chat_participants_pkey primary key (chat_id, user_id)
      );
      create index chat_participants_latest on chat_participants (user_id, last_position desc);
      create index chat_participants_unread on chat_participants (user_id) where unread > 0;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table room_messages, chat_messages, chat_participants');
  }
}
