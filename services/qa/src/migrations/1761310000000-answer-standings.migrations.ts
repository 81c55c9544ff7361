import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Votes on answers, and accepted answers. */
export class AnswerStandings1761310000000 implements MigrationInterface {
  readonly name = 'AnswerStandings1761310000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- The defaults are also for an older process that still serves: it does not know the columns.
      alter table answers
        add up_vote_count int not null default 0,
        add down_vote_count int not null default 0,
        add accepted boolean not null default false;

      create table answer_votes (
        answer_id text not null,
        user_id text not null,
        up boolean not null,
        constraint answer_votes_pkey primary key (answer_id, user_id)
      );

      alter table questions add accepted_answer_id text;
      create index questions_unsolved on questions (position desc) where accepted_answer_id is null;
      alter table question_totals add solved bigint not null default 0;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table question_totals drop solved;
      alter table questions drop accepted_answer_id;
      drop table answer_votes;
      alter table answers drop up_vote_count, drop down_vote_count, drop accepted;
    `);
  }
}
