import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Communities can be edited, offered and closed, and the moderation log says so. */
export class ClosedCommunities1762100000000 implements MigrationInterface {
  readonly name = 'ClosedCommunities1762100000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table communities add column version int not null default 1,
                              add column edited_at timestamptz,
                              add column offered_to text,
                              add column closed_position bigint,
                              add column closed_at timestamptz;
      alter table moderation_entries add column poll_id text, add column reason text;
      drop index communities_name_key;
      -- Serves pages and cursors. Reservations see to it that names are unique; in a rebuild, one of
      -- two communities may get the other's former name in the same statement.
      create index communities_name_key on communities (name_key) where closed_position is null;
      create index communities_closed on communities (closed_position desc) where closed_position is not null;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index communities_name_key, communities_closed;
      delete from communities where closed_position is not null;
      create unique index communities_name_key on communities (name_key);
      alter table communities drop column version, drop column edited_at, drop column offered_to,
                              drop column closed_position, drop column closed_at;
      alter table moderation_entries drop column poll_id, drop column reason;
    `);
  }
}
