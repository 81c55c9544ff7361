import type { MigrationInterface, QueryRunner } from 'typeorm';
import { neverUndone } from '@parlour/kernel/database/kernel-tables';

const tables = `
  create table invitations (
    id text not null,
    position bigint not null,
    by_id text not null,
    expires_at timestamptz,
    uses int not null,
    used int not null default 0,
    community_ids text[] not null,
    created_at timestamptz not null,
    revoked boolean not null default false,
    constraint invitations_pkey primary key (id)
  );
  create unique index invitations_position on invitations (position);
  create index invitations_of_inviter on invitations (by_id, position);

  create table invited (
    user_id text not null,
    invitation_id text not null,
    position bigint not null,
    constraint invited_pkey primary key (user_id)
  );
  create index invited_by on invited (invitation_id, position);

  create table invitation_codes (
    invitation_id text not null,
    by_id text not null,
    code text not null,
    note text not null,
    constraint invitation_codes_pkey primary key (invitation_id)
  );
  create unique index invitation_codes_code on invitation_codes (code);
  create index invitation_codes_of_inviter on invitation_codes (by_id);
`;

/** Invitations, who came by them, and their codes. */
export class Invitations1796000000003 implements MigrationInterface {
  readonly name = 'Invitations1796000000003';
  readonly up = (runner: QueryRunner): Promise<unknown> => runner.query(tables);
  readonly down = neverUndone;
}
