import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Reports are read by community, in the order of their lists. */
export class ReportsOfCommunities1762410000000 implements MigrationInterface {
  readonly name = 'ReportsOfCommunities1762410000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create index report_cases_open_of_community on report_cases (community_id, position desc)
        where resolved_position is null;
      create index report_cases_resolved_of_community on report_cases (community_id, resolved_position desc)
        where resolved_position is not null;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index report_cases_open_of_community, report_cases_resolved_of_community');
  }
}
