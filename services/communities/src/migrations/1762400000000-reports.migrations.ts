import type { MigrationInterface, QueryRunner } from 'typeorm';

/** People report things to moderators and operators. */
export class Reports1762400000000 implements MigrationInterface {
  readonly name = 'Reports1762400000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table report_cases (
        id text not null,
        position bigint not null,
        type text not null,
        thing_id text not null,
        person_id text not null,
        community_id text,
        reason text not null,
        opened_at timestamptz not null,
        resolved_position bigint,
        resolved_at timestamptz,
        resolved_by text,
        action text,
        resolution text,
        constraint report_cases_pkey primary key (id)
      );
      create index report_cases_open on report_cases (position desc) where resolved_position is null;
      create index report_cases_resolved on report_cases (resolved_position desc) where resolved_position is not null;
      create index report_cases_of_thing on report_cases (thing_id) where resolved_position is null;
      create index report_cases_of_person on report_cases (person_id, position);

      create table reports (
        id text not null,
        case_id text not null,
        position bigint not null,
        reporter_id text not null,
        reason text not null,
        text text not null,
        at timestamptz not null,
        constraint reports_pkey primary key (id)
      );
      create index reports_of_case on reports (case_id, position);
      create index reports_of_reporter on reports (reporter_id);

      create index moderation_entries_reports on moderation_entries (community_id, to_id)
        where act in ('reportDismissed', 'reportResolved');
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index moderation_entries_reports; drop table reports; drop table report_cases;');
  }
}
