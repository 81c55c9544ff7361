import type { MigrationInterface, QueryRunner } from 'typeorm';
import { blockTable } from '@parlour/people/block-view';
import { neverUndone } from '@parlour/kernel/database/kernel-tables';

const tables = `
  create table communities (
    id text not null,
    position bigint not null,
    name text not null,
    name_key text collate "C" not null,
    description text not null,
    description_key text not null,
    owner_id text not null,
    visibility text not null,
    created_at timestamptz not null,
    member_count int not null,
    moderator_count int not null,
    pending_count int not null,
    banned_count int not null,
    look text collate "C" not null default '',
    written_look text collate "C" not null default '',
    version int not null default 1,
    edited_at timestamptz,
    offered_to text,
    closed_position bigint,
    closed_at timestamptz,
    constraint communities_pkey primary key (id)
  );
  create index communities_pieces on communities using gin (text_pieces(name_key || ' ' || description_key));
  create index communities_look on communities (look);
  create index communities_written_look on communities (written_look);
  -- Serves pages and cursors. Reservations see to it that names are unique; in a rebuild, one of
  -- two communities may get the other's former name in the same statement.
  create index communities_name_key on communities (name_key) where closed_position is null;
  create index communities_closed on communities (closed_position desc) where closed_position is not null;
  create index communities_found on communities using gin (search_terms(name || ' ' || description));
  create index communities_latest on communities (position desc);

  create table community_totals (
    one boolean not null,
    communities bigint not null,
    constraint community_totals_pkey primary key (one)
  );

  create table moderation_entries (
    id text not null,
    community_id text not null,
    position bigint not null,
    number int not null,
    act text not null,
    by_id text,
    to_id text,
    at timestamptz not null,
    poll_id text,
    reason text,
    post jsonb,
    constraint moderation_entries_pkey primary key (id)
  );
  create index moderation_entries_latest on moderation_entries (community_id, position desc);
  create index moderation_entries_reports on moderation_entries (community_id, to_id)
    where act in ('reportDismissed', 'reportResolved');

  create table community_members (
    community_id text not null,
    user_id text not null,
    standing text not null,
    position bigint not null,
    joined_position bigint,
    name_key text collate "C" not null,
    constraint community_members_pkey primary key (community_id, user_id)
  );
  -- Of those who may see what a community holds it says since when they do; of the others nothing.
  create index community_members_joined on community_members (community_id, joined_position) where joined_position is not null;
  create index community_members_standing on community_members (community_id, standing, position);
  create index community_members_own on community_members (user_id, name_key) where joined_position is not null;
  create index community_members_of_user on community_members (user_id);

  create table contributors (
    user_id text not null,
    posts bigint not null,
    constraint contributors_pkey primary key (user_id)
  );

  create table polls (
    id text not null,
    community_id text not null,
    position bigint not null,
    created_by text not null,
    question_text text not null,
    expires_at timestamptz not null,
    status text not null,
    created_at timestamptz not null,
    version int not null default 1,
    edited_at timestamptz,
    deleted_by text,
    delete_reason text,
    deleted_at timestamptz,
    constraint polls_pkey primary key (id)
  );
  create index polls_latest on polls (community_id, position desc);
  create index polls_active on polls (community_id, position desc) where status = 'active';
  create index polls_due on polls (expires_at) where status = 'active';
  create index polls_ended on polls (community_id, expires_at desc, position desc) where status = 'closed';
  create index polls_removed on polls (community_id, deleted_at desc, position desc) where status = 'deleted';
  create index polls_erased on polls (deleted_at) where status = 'deleted' and question_text <> '';

  create table poll_options (
    poll_id text not null,
    option_id text not null,
    place int not null,
    text text not null,
    vote_count int not null,
    constraint poll_options_pkey primary key (poll_id, option_id)
  );

  create table poll_votes (
    poll_id text not null,
    user_id text not null,
    option_id text not null,
    position bigint not null,
    constraint poll_votes_pkey primary key (poll_id, user_id)
  );
  create index poll_votes_order on poll_votes (poll_id, option_id, position);

  ${blockTable}

  create table report_cases (
    id text not null,
    position bigint not null,
    type text not null,
    thing_id text not null,
    person_id text not null,
    community_id text,
    reason text not null,
    opened_at timestamptz not null,
    resolved_position bigint,
    resolved_at timestamptz,
    resolved_by text,
    action text,
    resolution text,
    constraint report_cases_pkey primary key (id)
  );
  create index report_cases_open on report_cases (position desc) where resolved_position is null;
  create index report_cases_resolved on report_cases (resolved_position desc) where resolved_position is not null;
  create index report_cases_of_thing on report_cases (thing_id) where resolved_position is null;
  create index report_cases_of_person on report_cases (person_id, position);
  create index report_cases_open_of_community on report_cases (community_id, position desc)
    where resolved_position is null;
  create index report_cases_resolved_of_community on report_cases (community_id, resolved_position desc)
    where resolved_position is not null;

  create table reports (
    id text not null,
    case_id text not null,
    position bigint not null,
    reporter_id text not null,
    reason text not null,
    text text not null,
    at timestamptz not null,
    version int not null,
    constraint reports_pkey primary key (id)
  );
  create index reports_of_case on reports (case_id, position);
  create index reports_of_reporter on reports (reporter_id);

  create index events_of_operators on events (position)
    where coalesce(data -> 'moderated' ->> 'by', data ->> 'as') = 'operator';
  create index people_pieces on people using gin (text_pieces(canonical_name));
`;

/**
 * Communities, members, moderation, polls and reports, from this service's log; people's
 * contributions from qa's.
 */
export class Communities1795800000002 implements MigrationInterface {
  readonly name = 'Communities1795800000002';
  readonly up = (runner: QueryRunner): Promise<unknown> => runner.query(tables);
  readonly down = neverUndone;
}
