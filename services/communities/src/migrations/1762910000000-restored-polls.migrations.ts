import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Removed polls are listed, and can be restored for 30 days; afterwards their texts are erased,
 * also of those removed before. What operators did with polls and communities is found in the log.
 */
export class RestoredPolls1762910000000 implements MigrationInterface {
  readonly name = 'RestoredPolls1762910000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table polls add column deleted_at timestamptz;
      update polls p
         set deleted_at = (select e.occurred_at from events e
               where e.stream_id = 'poll/' || p.id and e.type = 'PollDeleted' order by e.version desc limit 1)
       where p.status = 'deleted';
      create index polls_removed on polls (community_id, deleted_at desc, position desc) where status = 'deleted';
      create index polls_erased on polls (deleted_at) where status = 'deleted' and question_text <> '';
      create index events_of_operators on events (position)
        where type in ('PollDeleted', 'PollRestored', 'CommunityClosed') and data ->> 'as' = 'operator';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index events_of_operators; alter table polls drop column deleted_at;');
  }
}
