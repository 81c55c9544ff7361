import type { MigrationInterface, QueryRunner } from 'typeorm';
import { blockTable } from '@parlour/people/block-view';
import { neverUndone } from '@parlour/kernel/database/kernel-tables';

const tables = `
  create table room_messages (
    id text not null,
    position bigint not null,
    from_id text not null,
    text text not null,
    posted_at timestamptz not null,
    version int not null default 1,
    edited_at timestamptz,
    deleted_by text,
    delete_reason text,
    deleted_at timestamptz,
    constraint room_messages_pkey primary key (id)
  );
  create index room_messages_latest on room_messages (position desc);
  create index room_messages_found on room_messages using gin (terms_in_segment(search_segment(position), search_terms(text)))
    with (fastupdate = off);
  create index room_messages_of_sender on room_messages (from_id, position);
  create index room_messages_posted_at on room_messages (posted_at);
  create index room_messages_deleted on room_messages (deleted_at) where deleted_at is not null;

  create table chat_messages (
    id text not null,
    chat_id text not null,
    position bigint not null,
    from_id text not null,
    text text not null,
    posted_at timestamptz not null,
    notice text,
    version int not null default 1,
    edited_at timestamptz,
    deleted_by text,
    delete_reason text,
    deleted_at timestamptz,
    about_id text,
    constraint chat_messages_pkey primary key (id)
  );
  create index chat_messages_latest on chat_messages (chat_id, position desc);
  create index chat_messages_found on chat_messages
    using gin (terms_in_segment(search_segment(position), search_terms(text) || ('@' || chat_id))) with (fastupdate = off);
  create index chat_messages_of_sender on chat_messages (from_id, position);
  create index chat_messages_posted_at on chat_messages (posted_at) where notice is null;
  create index chat_messages_deleted on chat_messages (deleted_at) where deleted_at is not null;

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

  create table chat_presence (
    user_id text not null,
    chat_id text not null,
    place text not null,
    expires_at timestamptz not null,
    constraint chat_presence_pkey primary key (user_id, chat_id, place)
  );

  create table chat_reads (
    user_id text not null,
    chat_id text not null,
    position bigint not null,
    constraint chat_reads_pkey primary key (user_id, chat_id)
  );

  create table chats (
    id text not null,
    name text,
    is_group boolean not null,
    constraint chats_pkey primary key (id)
  );

  create table muted_chats (
    user_id text not null,
    chat_id text not null,
    constraint muted_chats_pkey primary key (user_id, chat_id)
  );

  ${blockTable}

  create index events_of_operators on events (position) where type = 'PostDeleted' and data ->> 'by' = 'operator';
`;

/** The global room, and chats with participants and reads, from this service's log. */
export class Messaging1795800000002 implements MigrationInterface {
  readonly name = 'Messaging1795800000002';
  readonly up = (runner: QueryRunner): Promise<unknown> => runner.query(tables);
  readonly down = neverUndone;
}
