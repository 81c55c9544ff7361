import type { MigrationInterface, QueryRunner } from 'typeorm';
import { neverUndone } from '@parlour/kernel/database/kernel-tables';

const tables = `
  create table push_subscriptions (
    session_id text not null,
    user_id text not null,
    endpoint text not null,
    p256dh text not null,
    auth text not null,
    at timestamptz not null default now(),
    failures int not null default 0,
    rests_until timestamptz not null default now(),
    constraint push_subscriptions_pkey primary key (session_id)
  );
  create index push_subscriptions_user_id on push_subscriptions (user_id, at);
  create index push_subscriptions_endpoint on push_subscriptions (endpoint);
  alter table notices add sent_to text[] not null default '{}';
`;

/** What browsers have subscribed to, and by which of them a notice was taken. */
export class Push1796300000000 implements MigrationInterface {
  readonly name = 'Push1796300000000';
  readonly up = (runner: QueryRunner): Promise<unknown> => runner.query(tables);
  readonly down = neverUndone;
}
