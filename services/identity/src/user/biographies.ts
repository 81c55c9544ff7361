import { statement, type Tx } from '@parlour/kernel/database/database';

const write = statement(
  'biographies.write',
  `insert into biographies (user_id, text) values ($1, $2)
   on conflict (user_id) do update set text = excluded.text`,
);

/** Writes a biography in the transaction of its event; for commands that always make one. */
export async function writeBiography(tx: Tx, userId: string, text: string): Promise<void> {
  await tx.query(write, [userId, text]);
}
