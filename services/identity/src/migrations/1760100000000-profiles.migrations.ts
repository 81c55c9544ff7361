import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Following, biographies, Google accounts, and sessions ended by another one. */
export class Profiles1760100000000 implements MigrationInterface {
  readonly name = 'Profiles1760100000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table users add column follow_visibility boolean not null default true;

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
        constraint follow_counts_pkey primary key (user_id)
      );
      -- What a rebuild would give those who joined before anybody could follow.
      insert into follow_counts (user_id, followers, following) select id, 0, 0 from users;

      create table biographies (
        user_id text not null,
        text text not null,
        constraint biographies_pkey primary key (user_id)
      );

      create table google_accounts (
        user_id text not null,
        email text not null,
        constraint google_accounts_pkey primary key (user_id)
      );

      alter table sessions add column ending text, add column ending_at timestamptz;
      create index sessions_user_id on sessions (user_id);
      create index sessions_ending_at on sessions (ending_at) where ending_at is not null;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index sessions_user_id, sessions_ending_at;
      alter table sessions drop column ending, drop column ending_at;
      drop table follows, follow_counts, biographies, google_accounts;
      alter table users drop column follow_visibility;
    `);
  }
}
