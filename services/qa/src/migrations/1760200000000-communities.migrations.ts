import { communityTables } from '@parlour/people/community-view';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Communities, as far as they decide who may see a question: a fold of their service's log. */
export class Communities1760200000000 implements MigrationInterface {
  readonly name = 'Communities1760200000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(communityTables);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table communities, community_people');
  }
}
