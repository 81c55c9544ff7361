import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which invitations to games were declined. Nothing else is copied from the games' log. */
export class DeclinedInvitations1764330000000 implements MigrationInterface {
  readonly name = 'DeclinedInvitations1764330000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table declined_invitations (
        game_id text not null,
        user_id text not null,
        constraint declined_invitations_pkey primary key (game_id, user_id)
      )
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table declined_invitations');
  }
}
