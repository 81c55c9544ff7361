import { closedCommunities } from '@parlour/kernel/view/community-view';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whether a community is closed, beside whom it is for. */
export class ClosedCommunities1761000100000 implements MigrationInterface {
  readonly name = 'ClosedCommunities1761000100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(closedCommunities);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table communities drop column closed');
  }
}
