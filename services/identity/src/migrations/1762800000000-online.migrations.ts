import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Who is online, through which gateway; transient, so in no backup. And who does not want others to
 * see it, which is not derived from the log, so backups hold it.
 */
export class Online1762800000000 implements MigrationInterface {
  readonly name = 'Online1762800000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table online_places (
        place text not null,
        expires_at timestamptz not null,
        constraint online_places_pkey primary key (place)
      );
      create table online (
        user_id text not null,
        place text not null,
        constraint online_pkey primary key (user_id, place)
      );
      create index online_at_place on online (place);
      create table online_hidden (
        user_id text not null,
        constraint online_hidden_pkey primary key (user_id)
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table online_hidden, online, online_places');
  }
}
