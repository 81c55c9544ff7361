import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Questions, their readers, answers and tags: folds of this service's log. */
export class Questions1760000000000 implements MigrationInterface {
  readonly name = 'Questions1760000000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table questions (
        id text not null,
        position bigint not null,
        title text not null,
        text text not null,
        words tsvector not null,
        asked_by text not null,
        asked_at timestamptz not null,
        only_followers boolean not null,
        community_id text,
        tag_keys text[] not null,
        active_position bigint not null,
        answer_count int not null,
        view_count int not null,
        up_vote_count int not null,
        down_vote_count int not null,
        constraint questions_pkey primary key (id)
      );
      create index questions_newest on questions (position desc);
      create index questions_unanswered on questions (position desc) where answer_count = 0;
      create index questions_active on questions (active_position desc);
      create index questions_most_viewed on questions (view_count desc, position desc);
      create index questions_restricted on questions (asked_by, position desc) where only_followers;
      create index questions_words on questions using gin (words);
      create index questions_tag_keys on questions using gin (tag_keys);

      create table question_views (
        question_id text not null,
        user_id text not null,
        position bigint not null,
        constraint question_views_pkey primary key (question_id, user_id)
      );
      create index question_views_order on question_views (question_id, position);

      create table question_totals (
        only_followers boolean not null,
        questions bigint not null,
        constraint question_totals_pkey primary key (only_followers)
      );

      create table answers (
        id text not null,
        question_id text not null,
        position bigint not null,
        text text not null,
        answered_by text not null,
        answered_at timestamptz not null,
        constraint answers_pkey primary key (id)
      );
      create index answers_of_question on answers (question_id, position);

      create table tags (
        key text not null,
        name text not null,
        description text not null,
        constraint tags_pkey primary key (key)
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table questions, question_views, question_totals, answers, tags');
  }
}
