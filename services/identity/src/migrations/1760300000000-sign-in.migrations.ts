import type { MigrationInterface, QueryRunner } from 'typeorm';
import { looksOf } from '@parlour/contracts/look-alikes';

/** How many people are read and written at once. */
const batch = 1_000;

/** Temporary passwords, ended login delays, and looks of names. */
export class SignIn1760300000000 implements MigrationInterface {
  readonly name = 'SignIn1760300000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table credentials add column temporary_until timestamptz, add column delay_ended_at timestamptz;
      create index credentials_delay_ended_at on credentials (delay_ended_at) where delay_ended_at is not null;

      alter table users add column look text collate "C" not null default '',
                        add column written_look text collate "C" not null default '';
    `);
    await this.fill(runner);
    await runner.query(`
      create index users_look on users (look);
      create index users_written_look on users (written_look);
    `);
  }

  /** Fills existing rows as a rebuild would. */
  private async fill(runner: QueryRunner): Promise<void> {
    let last = '';
    for (;;) {
      const text = `select id, name from users where id > $1 order by id limit ${batch}`;
      const people = (await runner.query(text, [last])) as { id: string; name: string }[]; // its two columns
      if (people.length === 0) return;
      const looks = people.map(({ name }) => looksOf(name));
      await runner.query(
        `update users u set look = n.look, written_look = n.written_look
           from unnest($1::text[], $2::text[], $3::text[]) as n(id, look, written_look) where u.id = n.id`,
        [people.map(({ id }) => id), looks.map(({ plain }) => plain), looks.map(({ written }) => written)],
      );
      last = people.at(-1)?.id ?? last;
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table users drop column look, drop column written_look;
      alter table credentials drop column temporary_until, drop column delay_ended_at;
    `);
  }
}
