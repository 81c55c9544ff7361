import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Communities, as far as they decide who sees a question: a fold of their service's log. */
export class Communities1760200000000 implements MigrationInterface {
  readonly name = 'Communities1760200000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table communities (
        id text not null,
        visibility text not null,
        constraint communities_pkey primary key (id)
      );
      create table community_people (
        community_id text not null,
        user_id text not null,
        banned boolean not null,
        constraint community_people_pkey primary key (community_id, user_id)
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table communities, community_people');
  }
}
