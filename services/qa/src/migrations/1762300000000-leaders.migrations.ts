import { leaderTable } from '@parlour/people/leader-view';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Who leads each community. It is in the communities' log only, so what is copied from it is filled
 * from its beginning. Until then, questions in communities are hidden from all but their authors.
 */
export class Leaders1762300000000 implements MigrationInterface {
  readonly name = 'Leaders1762300000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ${leaderTable}
      truncate communities, community_people;
      delete from dead_letters where consumer = 'views:communities';
      delete from checkpoints where consumer = 'views:communities';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table community_leaders');
  }
}
