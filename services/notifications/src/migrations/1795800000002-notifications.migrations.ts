import type { MigrationInterface, QueryRunner } from 'typeorm';
import { followTable } from '@parlour/people/follow-view';
import { communityTables } from '@parlour/people/community-view';
import { blockTable } from '@parlour/people/block-view';
import { leaderTable } from '@parlour/people/leader-view';
import { neverUndone } from '@parlour/kernel/database/kernel-tables';

const tables = `
  create table notifications (
    id text not null,
    user_id text not null,
    position bigint not null,
    about text not null,
    target_id text not null,
    actor_id text not null,
    game_type text,
    notified_at timestamptz not null,
    deleted boolean not null,
    answer_id text,
    what text,
    community_name text,
    moderated jsonb,
    comment_id text,
    message_id text,
    viewed boolean not null,
    report jsonb,
    constraint notifications_pkey primary key (id)
  );
  create index notifications_latest on notifications (user_id, position desc) where not deleted;
  create index notifications_of_target on notifications (user_id, target_id, position);
  create index notifications_invitations on notifications (target_id) where about = 'gameInvite' and not viewed;

  create table notification_reads (
    user_id text not null,
    position bigint not null,
    constraint notification_reads_pkey primary key (user_id)
  );

  create table questions (
    id text not null,
    asked_by text not null,
    title text not null,
    only_followers boolean not null,
    community_id text,
    deleted_by text,
    constraint questions_pkey primary key (id)
  );

  create table question_followers (
    question_id text not null,
    user_id text not null,
    constraint question_followers_pkey primary key (question_id, user_id)
  );

  create table answers (
    id text not null,
    answered_by text not null,
    constraint answers_pkey primary key (id)
  );

  ${followTable}

  ${communityTables}

  create table notification_preferences (
    user_id text not null,
    wanted text[] not null,
    constraint notification_preferences_pkey primary key (user_id)
  );

  ${blockTable}

  create table deleted_posts (
    id text not null,
    constraint deleted_posts_pkey primary key (id)
  );

  create table deleted_messages (
    id text not null,
    constraint deleted_messages_pkey primary key (id)
  );

  create table chat_participants (
    chat_id text not null,
    user_id text not null,
    constraint chat_participants_pkey primary key (chat_id, user_id)
  );

  create table decided_requests (
    community_id text not null,
    user_id text not null,
    decided_at timestamptz not null,
    constraint decided_requests_pkey primary key (community_id, user_id)
  );

  create table declined_invitations (
    game_id text not null,
    user_id text not null,
    constraint declined_invitations_pkey primary key (game_id, user_id)
  );

  create table notification_sweeps (
    user_id text not null,
    sweep_id text not null,
    position bigint not null,
    previous bigint not null,
    constraint notification_sweeps_pkey primary key (user_id)
  );

  ${leaderTable}
`;

/** Notifications from this service's log; copies of others' that decide whom they reach. */
export class Notifications1795800000002 implements MigrationInterface {
  readonly name = 'Notifications1795800000002';
  readonly up = (runner: QueryRunner): Promise<unknown> => runner.query(tables);
  readonly down = neverUndone;
}
