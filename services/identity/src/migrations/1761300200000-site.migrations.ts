import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The site's settings and its log. */
export class Site1761300200000 implements MigrationInterface {
  readonly name = 'Site1761300200000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table site_settings (
        name text not null,
        value text not null,
        constraint site_settings_pkey primary key (name)
      );
      create table site_codes (
        one boolean not null default true,
        code text not null,
        constraint site_codes_pkey primary key (one)
      );
      create table site_log (
        id text not null,
        position bigint not null,
        act text not null,
        by_id text,
        to_id text,
        changes jsonb,
        at timestamptz not null,
        constraint site_log_pkey primary key (id)
      );
      create unique index site_log_position on site_log (position);
    `);
    // What the operator has done on the server, as a rebuild would fill it.
    await runner.query(`
      insert into site_log (id, position, act, by_id, to_id, at)
      select event_id, position,
             case type when 'UserSuspended' then 'suspended' when 'UserRestored' then 'restored'
                       when 'PasswordReset' then 'passwordReset' else 'sessionEnded' end,
             null, data ->> 'userId', occurred_at
        from events
       where type in ('UserSuspended', 'UserRestored')
          or type = 'PasswordReset' and meta ->> 'actor' = 'operator'
          or type = 'SessionEnded' and data ->> 'reason' = 'operator'
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table site_settings, site_codes, site_log');
  }
}
