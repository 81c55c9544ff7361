import type { MigrationInterface, QueryRunner } from 'typeorm';
import { neverUndone } from '@parlour/kernel/database/kernel-tables';

function uses(table: string): string {
  return `create table ${table} (
    post_id text not null,
    file_id text not null,
    type text not null,
    author text not null,
    ended_at timestamptz,
    constraint ${table}_pkey primary key (post_id, file_id)
  );
  create index ${table}_of_file on ${table} (file_id);`;
}

const tables = `
  create table files (
    id text not null,
    owner_id text not null,
    position bigint not null,
    name text not null,
    type text not null,
    hash text not null,
    bytes bigint not null,
    width int not null,
    height int not null,
    alt text not null,
    previews jsonb not null,
    at timestamptz not null,
    constraint files_pkey primary key (id)
  );
  create index files_of_owner on files (owner_id, position desc);
  create index files_largest on files (bytes desc, position desc);

  create table file_totals (
    owner_id text not null,
    bytes bigint not null,
    files int not null,
    constraint file_totals_pkey primary key (owner_id)
  );

  create table file_objects (
    hash text not null,
    file_id text not null,
    constraint file_objects_pkey primary key (hash, file_id)
  );
  create index file_objects_of_file on file_objects (file_id);

  ${uses('post_uses')}

  ${uses('message_uses')}

  ${uses('person_uses')}

  ${uses('community_uses')}
`;

/** Files, what people's files take, and the texts that name them. */
export class Files1796000000000 implements MigrationInterface {
  readonly name = 'Files1796000000000';
  readonly up = (runner: QueryRunner): Promise<unknown> => runner.query(tables);
  readonly down = neverUndone;
}
