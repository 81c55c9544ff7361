import { leaderTable } from '@parlour/people/leader-view';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Who leads each community, which is filled from the beginning of its log with all else that is
 * copied from there; and an index for the unread invitations to a game.
 */
export class Leaders1764350000000 implements MigrationInterface {
  readonly name = 'Leaders1764350000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ${leaderTable}
      truncate communities, community_people;
      delete from dead_letters where consumer = 'views:communities';
      delete from checkpoints where consumer = 'views:communities';
      create index notifications_invitations on notifications (target_id) where about = 'gameInvite' and not viewed;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table community_leaders; drop index notifications_invitations');
  }
}
