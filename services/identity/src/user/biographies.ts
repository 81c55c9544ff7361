import { statement, type Tx } from '@parlour/kernel/database/database';
import type { BiographyRow } from './user.entity.ts';

const write = statement(
  'biographies.write',
  `insert into biographies (user_id, text) select * from unnest($1::text[], $2::text[])
   on conflict (user_id) do update set text = excluded.text`,
);

/** Writes biographies in the transaction of their events; for commands that always make one. */
export async function writeBiographies(
  tx: Tx,
  biographies: readonly BiographyRow[],
): Promise<readonly { readonly done: true }[]> {
  await tx.query(write, [biographies.map(({ userId }) => userId), biographies.map(({ text }) => text)]);
  return biographies.map(() => ({ done: true }));
}
