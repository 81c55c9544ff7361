import type { MigrationInterface, QueryRunner } from 'typeorm';
import { looksOf } from '@parlour/contracts/look-alikes';

/** How many communities are read and written at once. */
const batch = 1_000;

/** The looks of communities' names. */
export class Looks1760100000000 implements MigrationInterface {
  readonly name = 'Looks1760100000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table communities add column look text collate "C" not null default '',
                              add column written_look text collate "C" not null default '';
    `);
    await this.fill(runner);
    await runner.query(`
      create index communities_look on communities (look);
      create index communities_written_look on communities (written_look);
    `);
  }

  /** Fills existing rows as a rebuild would. */
  private async fill(runner: QueryRunner): Promise<void> {
    let last = '';
    for (;;) {
      const text = `select id, name from communities where id > $1 order by id limit ${batch}`;
      const rows = (await runner.query(text, [last])) as { id: string; name: string }[]; // its two columns
      if (rows.length === 0) return;
      const looks = rows.map(({ name }) => looksOf(name));
      await runner.query(
        `update communities c set look = n.look, written_look = n.written_look
           from unnest($1::text[], $2::text[], $3::text[]) as n(id, look, written_look) where c.id = n.id`,
        [rows.map(({ id }) => id), looks.map(({ plain }) => plain), looks.map(({ written }) => written)],
      );
      last = rows.at(-1)?.id ?? last;
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table communities drop column look, drop column written_look');
  }
}
