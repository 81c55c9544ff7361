import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Numbers the reports of a gateway, so that one which arrives late is known. People whose gateway
 * had expired between its lease and its report go: nothing else would ever delete them.
 */
export class ReportsOfPlaces1762810000000 implements MigrationInterface {
  readonly name = 'ReportsOfPlaces1762810000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table online_places add column reports int not null default 0;
      delete from online o where not exists (select from online_places p where p.place = o.place);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table online_places drop column reports');
  }
}
