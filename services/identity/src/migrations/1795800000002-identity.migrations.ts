import type { MigrationInterface, QueryRunner } from 'typeorm';
import { neverUndone } from '@parlour/kernel/database/kernel-tables';

const tables = `
  create table users (
    id text not null,
    name text not null,
    canonical_name text collate "C" not null,
    joined_at timestamptz not null,
    follow_visibility boolean not null default true,
    suspended boolean not null default false,
    look text collate "C" not null default '',
    written_look text collate "C" not null default '',
    operator boolean not null default false,
    constraint users_pkey primary key (id)
  );
  -- Serves names, pages and cursors. Unique although the reservation of a name already sees to it: two accounts that answer to one name
  -- would be worse than an append that fails.
  create unique index users_canonical_name on users (canonical_name);
  create index users_name_pieces on users using gin (text_pieces(canonical_name));
  create index users_look on users (look);
  create index users_written_look on users (written_look);
  create index users_operator on users (id) where operator;
  create index users_newest on users (joined_at, id);

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
    suspended boolean not null default false,
    temporary_until timestamptz,
    delay_ended_at timestamptz,
    constraint credentials_pkey primary key (user_id)
  );
  create index credentials_delay_ended_at on credentials (delay_ended_at) where delay_ended_at is not null;

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
    ending text,
    ending_at timestamptz,
    constraint sessions_pkey primary key (id)
  );
  create unique index sessions_family_hash on sessions (family_hash);
  create index sessions_created_at on sessions (created_at);
  create index sessions_user_id on sessions (user_id);
  create index sessions_ending_at on sessions (ending_at) where ending_at is not null;

  create table follows (
    follower_id text not null,
    followed_id text not null,
    position bigint not null,
    constraint follows_pkey primary key (follower_id, followed_id)
  );
  create index follows_followers on follows (followed_id, position);
  create index follows_following on follows (follower_id, position);

  create table follow_counts (
    user_id text not null,
    followers int not null,
    following int not null,
    visible boolean not null default true,
    constraint follow_counts_pkey primary key (user_id)
  );
  create index follow_counts_most on follow_counts ((case when visible then followers else 0 end), user_id);

  create table biographies (
    user_id text not null,
    text text not null,
    constraint biographies_pkey primary key (user_id)
  );
  create index biographies_found on biographies using gin (search_terms(text));

  create table google_accounts (
    user_id text not null,
    email text not null,
    suspended boolean not null default false,
    constraint google_accounts_pkey primary key (user_id)
  );

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

  create table blocks (
    blocker_id text not null,
    blocked_id text not null,
    position bigint not null,
    at timestamptz not null,
    constraint blocks_pkey primary key (blocker_id, blocked_id)
  );
  create index blocks_of_blocker on blocks (blocker_id, position);
  create index blocks_of_blocked on blocks (blocked_id);

  create table online_places (
    place text not null,
    expires_at timestamptz not null,
    reports int not null default 0,
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

  create table former_names (
    canonical_name text collate "C" not null,
    user_id text not null,
    constraint former_names_pkey primary key (canonical_name)
  );
  create index former_names_user_id on former_names (user_id);

  create index reservations_owner on reservations (owner);
`;

/**
 * Accounts, credentials, sessions, follows, blocks and the site: what this service's log tells,
 * and what changes in place.
 */
export class Identity1795800000002 implements MigrationInterface {
  readonly name = 'Identity1795800000002';
  readonly up = (runner: QueryRunner): Promise<unknown> => runner.query(tables);
  readonly down = neverUndone;
}
