import type { MigrationInterface, QueryRunner } from 'typeorm';
import { textPiecesFunction } from './text-pieces.ts';

/** For the first migrations: without them there is nothing. */
export function neverUndone(): Promise<never> {
  return Promise.reject(new Error('The first tables are not removed: remove the database.'));
}

const tables = `
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
    -- Byte for byte: \`jsonb\` reorders names, and a retry must get the same bytes.
    reply json not null,
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
    type text not null,
    failure text not null,
    parked_at timestamptz not null default now(),
    unique (consumer, log_id, position)
  );
  create index dead_letters_key on dead_letters (consumer, ordering_key, position);
  create table people (
    id text primary key,
    name text not null,
    canonical_name text not null,
    deleted boolean not null default false,
    operator boolean not null default false
  );
  create index people_canonical_name on people (canonical_name);
${textPiecesFunction}`;

/** The tables of every service's schema; the first migration of each. */
export class KernelTables1795800000000 implements MigrationInterface {
  readonly name = 'KernelTables1795800000000';
  readonly up = (runner: QueryRunner): Promise<unknown> => runner.query(tables);
  readonly down = neverUndone;
}
