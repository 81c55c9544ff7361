import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Up to where a person has deleted all of their notifications, instead of a mark on each of them.
 * Filled from the log, as a rebuild would.
 */
export class SweptUpTo1764340000000 implements MigrationInterface {
  readonly name = 'SweptUpTo1764340000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table notification_sweeps (
        user_id text not null,
        sweep_id text not null,
        position bigint not null,
        previous bigint not null,
        constraint notification_sweeps_pkey primary key (user_id)
      );
      with sweeps as (
        select e.data ->> 'userId' as user_id, e.data ->> 'sweepId' as sweep_id, e.position,
               exists (select from events r
                        where r.stream_id = e.stream_id and r.type = 'NotificationsRestored'
                          and r.data ->> 'sweepId' = e.data ->> 'sweepId') as undone,
               row_number() over (partition by e.stream_id order by e.position desc) = 1 as last
          from events e where e.type = 'NotificationsSwept')
      insert into notification_sweeps (user_id, sweep_id, position, previous)
      select user_id, max(sweep_id) filter (where last), coalesce(max(position) filter (where not undone), 0),
             coalesce(max(position) filter (where not undone and not last), 0)
        from sweeps group by user_id;
      update notifications set swept_by = null where swept_by is not null;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      update notifications n set swept_by = s.sweep_id
        from notification_sweeps s where s.user_id = n.user_id and n.position < s.position;
      drop table notification_sweeps;
    `);
  }
}
