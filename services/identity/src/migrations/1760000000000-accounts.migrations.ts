import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * People and ended sessions, derived from this service's log; credentials and sessions, which
 * change in place.
 */
export class Accounts1760000000000 implements MigrationInterface {
  readonly name = 'Accounts1760000000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table users (
        id text not null,
        name text not null,
        canonical_name text collate "C" not null,
        joined_at timestamptz not null,
        constraint users_pkey primary key (id)
      );
      -- Serves names, pages and cursors. Unique although the reservation of a name already sees to it: two accounts that answer to one name
      -- would be worse than an append that fails.
      create unique index users_canonical_name on users (canonical_name);

      -- All pieces of a name of up to three characters: an index on them finds substrings of any length, without an extension, which the
      -- role of a service could not create.
      create function name_pieces(name text) returns text[] language sql immutable strict parallel safe
      return array(
        select distinct substr(name, first, size)
          from generate_series(1, char_length(name)) as first, generate_series(1, 3) as size
         where first + size - 1 <= char_length(name)
      );
      create index users_name_pieces on users using gin (name_pieces(canonical_name));

      create table user_totals (
        one boolean not null default true,
        users bigint not null,
        constraint user_totals_pkey primary key (one)
      );

      create table ended_sessions (
        session_id text not null,
        user_id text not null,
        reason text not null,
        ended_at timestamptz not null,
        constraint ended_sessions_pkey primary key (session_id)
      );
      create index ended_sessions_ended_at on ended_sessions (ended_at);

      create table credentials (
        user_id text not null,
        password_hash text not null,
        changed_at timestamptz not null default now(),
        constraint credentials_pkey primary key (user_id)
      );

      create table sessions (
        id text not null,
        user_id text not null,
        family_hash text not null,
        refresh_hash text not null,
        previous_hash text,
        rotation_key text,
        rotated_at timestamptz,
        created_at timestamptz not null default now(),
        last_used_at timestamptz not null default now(),
        authenticated_at timestamptz not null default now(),
        address text not null,
        user_agent text not null,
        constraint sessions_pkey primary key (id)
      );
      create unique index sessions_family_hash on sessions (family_hash);
      create index sessions_created_at on sessions (created_at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'drop table users, user_totals, ended_sessions, credentials, sessions; drop function name_pieces',
    );
  }
}
