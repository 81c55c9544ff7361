import type { MigrationInterface, QueryRunner } from 'typeorm';

const audience = `case when q.only_followers then q.asked_by else '' end`;

/**
 * Follows, votes, followed questions, comments, and counters per audience, so that no list and no
 * total reads rows hidden from its viewer. This counts the existing rows of an older site once;
 * from then on the views count.
 */
export class PeopleOfQuestions1760100000000 implements MigrationInterface {
  readonly name = 'PeopleOfQuestions1760100000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table follows (
        follower_id text not null,
        followed_id text not null,
        constraint follows_pkey primary key (follower_id, followed_id)
      );
      create index follows_of_followed on follows (followed_id, follower_id);

      create table question_votes (
        question_id text not null,
        user_id text not null,
        up boolean not null,
        position bigint not null,
        constraint question_votes_pkey primary key (question_id, user_id)
      );
      create index question_votes_order on question_votes (question_id, up, position);

      create table question_follows (
        question_id text not null,
        user_id text not null,
        position bigint not null,
        question_position bigint not null,
        constraint question_follows_pkey primary key (question_id, user_id)
      );
      create index question_follows_order on question_follows (question_id, position);
      create index question_follows_of_user on question_follows (user_id, question_position desc);

      create table comments (
        id text not null,
        question_id text not null,
        answer_id text,
        position bigint not null,
        text text not null,
        commented_by text not null,
        commented_at timestamptz not null,
        constraint comments_pkey primary key (id)
      );
      create index comments_of_question on comments (question_id, position) where answer_id is null;
      create index comments_of_answer on comments (answer_id, position) where answer_id is not null;

      create index questions_of_author on questions (asked_by, position desc);
      create index questions_of_community on questions (community_id, position desc) where community_id is not null;
      drop index questions_restricted;
    `);
    await this.countByAudience(runner);
    await this.countTags(runner);
  }

  private async countByAudience(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table question_totals;
      create table question_totals (
        audience text not null,
        questions bigint not null,
        unanswered bigint not null,
        constraint question_totals_pkey primary key (audience)
      );
      insert into question_totals (audience, questions, unanswered)
      select ${audience}, count(*), count(*) filter (where q.answer_count = 0) from questions q group by 1;

      create table contributions (
        user_id text not null,
        audience text not null,
        questions bigint not null,
        answers bigint not null,
        constraint contributions_pkey primary key (user_id, audience)
      );
      insert into contributions (user_id, audience, questions, answers)
      select user_id, audience, sum(questions), sum(answers) from (
        select q.asked_by as user_id, ${audience} as audience, 1 as questions, 0 as answers from questions q
        union all
        select a.answered_by, ${audience}, 0, 1 from answers a join questions q on q.id = a.question_id
      ) posts group by 1, 2;
    `);
  }

  private async countTags(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table question_tags (
        key text not null,
        position bigint not null,
        question_id text not null,
        constraint question_tags_pkey primary key (key, position)
      );
      insert into question_tags (key, position, question_id)
      select key, q.position, q.id from questions q cross join unnest(q.tag_keys) as t(key);

      create table tag_counts (
        key text not null,
        audience text not null,
        questions bigint not null,
        constraint tag_counts_pkey primary key (key, audience)
      );
      create index tag_counts_of_audience on tag_counts (audience, key);
      insert into tag_counts (key, audience, questions)
      select t.key, q.asked_by, count(*) from questions q cross join unnest(q.tag_keys) as t(key)
       where q.only_followers group by 1, 2;

      alter table tags add questions bigint not null default 0;
      alter table tags alter questions drop default;
      update tags t set questions = n.questions
        from (select u.key, count(*) as questions from questions q cross join unnest(q.tag_keys) as u(key)
               where not q.only_followers group by 1) n
       where n.key = t.key;
      create index tags_by_count on tags ((-questions), key) where questions > 0;

      create table tag_totals (
        one boolean not null,
        tags bigint not null,
        constraint tag_totals_pkey primary key (one)
      );
      insert into tag_totals (one, tags) select true, count(*) from tags where questions > 0 having count(*) > 0;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table follows, question_votes, question_follows, comments, contributions, question_tags, tag_counts, tag_totals;
      drop index tags_by_count;
      alter table tags drop questions;
      drop index questions_of_author, questions_of_community;
      create index questions_restricted on questions (asked_by, position desc) where only_followers;
      drop table question_totals;
      create table question_totals (
        only_followers boolean not null,
        questions bigint not null,
        constraint question_totals_pkey primary key (only_followers)
      );
      insert into question_totals (only_followers, questions)
      select only_followers, count(*) from questions group by 1;
    `);
  }
}
