import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The tables of every service's schema; the first migration of each. */
export class KernelTables1700000000000 implements MigrationInterface {
  readonly name = 'KernelTables1700000000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table events (
        position bigint primary key,
        event_id uuid not null unique,
        stream_id text not null,
        version int not null,
        ordering_key text not null,
        type text not null,
        schema_version smallint not null,
        data jsonb not null,
        meta jsonb not null,
        occurred_at timestamptz not null,
        unique (stream_id, version)
      );
      create table head (
        one boolean primary key default true check (one),
        log_id uuid not null default gen_random_uuid(),
        position bigint not null default 0,
        published bigint not null default 0,
        epoch bigint not null default 0
      );
      insert into head default values;
      create table lease (
        one boolean primary key default true check (one),
        holder text,
        epoch bigint not null default 0,
        lease_until timestamptz not null default '-infinity'
      );
      insert into lease default values;
      create table commands (
        actor text not null,
        route text not null,
        key text not null,
        body_hash text not null,
        reply jsonb not null,
        position bigint not null,
        created_at timestamptz not null default now(),
        primary key (actor, route, key)
      );
      create index commands_created_at on commands (created_at);
      create table reservations (
        scope text not null,
        key text not null,
        owner text not null,
        expires_at timestamptz,
        primary key (scope, key)
      );
      create index reservations_expires_at on reservations (expires_at) where expires_at is not null;
      create table checkpoints (
        consumer text not null,
        log_id uuid not null,
        position bigint not null,
        primary key (consumer, log_id)
      );
      create table dead_letters (
        id bigint generated always as identity primary key,
        consumer text not null,
        log_id uuid not null,
        position bigint not null,
        ordering_key text not null,
        envelope jsonb not null,
        failure text not null,
        parked_at timestamptz not null default now(),
        unique (consumer, log_id, position)
      );
      create index dead_letters_key on dead_letters (consumer, ordering_key, position);
      create table people (
        id text primary key,
        name text not null,
        canonical_name text not null,
        deleted boolean not null default false
      );
      create index people_canonical_name on people (canonical_name);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table events, head, lease, commands, reservations, checkpoints, dead_letters, people');
  }
}

/** Notes in each service's people who is an operator. */
export class Operators1761300000000 implements MigrationInterface {
  readonly name = 'Operators1761300000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table people add column operator boolean not null default false');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table people drop column operator');
  }
}

/**
 * Stores replies byte for byte, as `json`: `jsonb` reorders names, and a retry must get the same
 * bytes.
 */
export class VerbatimReplies1760900000000 implements MigrationInterface {
  readonly name = 'VerbatimReplies1760900000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table commands alter column reply type json');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table commands alter column reply type jsonb');
  }
}
