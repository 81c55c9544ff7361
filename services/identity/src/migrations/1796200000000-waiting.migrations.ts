import type { MigrationInterface, QueryRunner } from 'typeorm';
import { neverUndone } from '@parlour/kernel/database/kernel-tables';

const table = `
  create table waiting (
    user_id text not null,
    name text not null,
    canonical_name text collate "C" not null,
    answer text not null,
    since timestamptz not null default now(),
    constraint waiting_pkey primary key (user_id)
  );
  create unique index waiting_canonical_name on waiting (canonical_name);
  create index waiting_since on waiting (since);
`;

/** People who wait for approval. */
export class Waiting1796200000000 implements MigrationInterface {
  readonly name = 'Waiting1796200000000';
  readonly up = (runner: QueryRunner): Promise<unknown> => runner.query(table);
  readonly down = neverUndone;
}
