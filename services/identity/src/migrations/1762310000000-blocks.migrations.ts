import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who blocks whom. */
export class Blocks1762310000000 implements MigrationInterface {
  readonly name = 'Blocks1762310000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table blocks (
        blocker_id text not null,
        blocked_id text not null,
        position bigint not null,
        at timestamptz not null,
        constraint blocks_pkey primary key (blocker_id, blocked_id)
      );
      create index blocks_of_blocker on blocks (blocker_id, position);
      create index blocks_of_blocked on blocks (blocked_id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table blocks');
  }
}
