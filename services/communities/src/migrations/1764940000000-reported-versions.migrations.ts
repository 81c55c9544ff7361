import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A report names the version that was reported. */
export class ReportedVersions1764940000000 implements MigrationInterface {
  readonly name = 'ReportedVersions1764940000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table reports add column version int not null default 1;');
    await runner.query('alter table reports alter column version drop default;');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table reports drop column version;');
  }
}
