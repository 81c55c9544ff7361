import type { MigrationInterface, QueryRunner } from 'typeorm';

/** People's choices of notification types. */
export class Preferences1760100000000 implements MigrationInterface {
  readonly name = 'Preferences1760100000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table notification_preferences (
        user_id text not null,
        wanted text[] not null,
        constraint notification_preferences_pkey primary key (user_id)
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table notification_preferences');
  }
}
