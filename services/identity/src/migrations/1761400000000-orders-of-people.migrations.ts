import type { MigrationInterface, QueryRunner } from 'typeorm';

/** People by when they joined, and by the followers that all may know of. */
export class OrdersOfPeople1761400000000 implements MigrationInterface {
  readonly name = 'OrdersOfPeople1761400000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create index users_newest on users (joined_at, id);

      -- The default is for an older process that still serves: it does not know the column.
      alter table follow_counts add column visible boolean not null default true;
      update follow_counts c set visible = false from users u where u.id = c.user_id and not u.follow_visibility;
      create index follow_counts_most on follow_counts ((case when visible then followers else 0 end), user_id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index users_newest, follow_counts_most;
      alter table follow_counts drop column visible;
    `);
  }
}
