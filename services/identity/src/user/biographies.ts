import { Column, Entity, PrimaryColumn } from 'typeorm';
import { statement, type Tx } from '@parlour/kernel/database/database';

/** A biography: changed in place, not derived from a log, so that it can be erased for good. */
@Entity('biographies')
export class BiographyRow {
  @PrimaryColumn('text', { name: 'user_id', primaryKeyConstraintName: 'biographies_pkey' })
  userId!: string;

  @Column('text')
  text!: string;
}

/** A person's new biography. */
export interface Biography {
  readonly userId: string;
  readonly text: string;
}

const write = statement(
  'biographies.write',
  `insert into biographies (user_id, text) select * from unnest($1::text[], $2::text[])
   on conflict (user_id) do update set text = excluded.text`,
);

/** Writes biographies in the transaction of their events; for commands that always make one. */
export async function writeBiographies(
  tx: Tx,
  biographies: readonly Biography[],
): Promise<readonly { readonly done: true }[]> {
  await tx.query(write, [biographies.map(({ userId }) => userId), biographies.map(({ text }) => text)]);
  return biographies.map(() => ({ done: true }));
}
