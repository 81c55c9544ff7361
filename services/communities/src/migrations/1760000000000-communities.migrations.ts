import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Communities, memberships, moderation, polls and votes from this service's log; people's
 * contributions from qa's.
 */
export class Communities1760000000000 implements MigrationInterface {
  readonly name = 'Communities1760000000000';

  async up(runner: QueryRunner): Promise<void> {
    await this.communities(runner);
    await this.people(runner);
    await this.polls(runner);
  }

  private async communities(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- All pieces of a text of up to three characters: an index on them finds substrings of any length, without an extension, which the
      -- role of a service could not create.
      create function text_pieces(whole text) returns text[] language sql immutable strict parallel safe
      return array(
        select distinct substr(whole, first, size)
          from generate_series(1, char_length(whole)) as first, generate_series(1, 3) as size
         where first + size - 1 <= char_length(whole)
      );

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
        constraint communities_pkey primary key (id)
      );
      -- Serves pages and cursors. Unique although the reservation of a name already sees to it.
      create unique index communities_name_key on communities (name_key);
      create index communities_pieces on communities using gin (text_pieces(name_key || ' ' || description_key));

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
        constraint moderation_entries_pkey primary key (id)
      );
      create index moderation_entries_latest on moderation_entries (community_id, position desc);
    `);
  }

  private async people(runner: QueryRunner): Promise<void> {
    await runner.query(`
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
      create index people_pieces on people using gin (text_pieces(canonical_name));

      create table contributors (
        user_id text not null,
        posts bigint not null,
        constraint contributors_pkey primary key (user_id)
      );
    `);
  }

  private async polls(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table polls (
        id text not null,
        community_id text not null,
        position bigint not null,
        created_by text not null,
        question_text text not null,
        expires_at timestamptz not null,
        status text not null,
        created_at timestamptz not null,
        constraint polls_pkey primary key (id)
      );
      create index polls_latest on polls (community_id, position desc);
      create index polls_active on polls (community_id, position desc) where status = 'active';
      create index polls_due on polls (expires_at) where status = 'active';

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
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table communities, community_totals, moderation_entries, community_members, contributors, polls, poll_options, poll_votes;
      drop index people_pieces;
      drop function text_pieces;
    `);
  }
}
