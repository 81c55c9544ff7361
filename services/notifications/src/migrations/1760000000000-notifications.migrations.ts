import { communityTables } from '@parlour/people/community-view';
import { followTable } from '@parlour/people/follow-view';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Notifications and reads, and the tables that decide who is notified of a question and may still
 * see it.
 */
export class Notifications1760000000000 implements MigrationInterface {
  readonly name = 'Notifications1760000000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
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
        constraint notifications_pkey primary key (id)
      );
      create index notifications_latest on notifications (user_id, position desc) where not deleted;
      create index notifications_of_target on notifications (user_id, target_id, position);

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
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'drop table notifications, notification_reads, questions, question_followers, answers, follows, communities, community_people',
    );
  }
}
