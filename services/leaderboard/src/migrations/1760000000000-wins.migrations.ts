import { followTable } from '@parlour/people/follow-view';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Wins, players per number of wins, and follows; with two indexes on people: by name, and deleted
 * ones.
 */
export class Wins1760000000000 implements MigrationInterface {
  readonly name = 'Wins1760000000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table wins (
        user_id text not null,
        game_type text not null,
        wins int not null,
        constraint wins_pkey primary key (user_id, game_type)
      );
      create index wins_by_number on wins (game_type, wins, user_id);

      create table win_counts (
        game_type text not null,
        wins int not null,
        players int not null,
        constraint win_counts_pkey primary key (game_type, wins)
      );

      create index people_by_name on people (canonical_name collate "C") where not deleted;
      create index people_deleted on people (id) where deleted;
      ${followTable}
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table wins, win_counts, follows; drop index people_by_name, people_deleted');
  }
}
