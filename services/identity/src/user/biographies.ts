import { statement } from '@parlour/kernel/database/database';
import { doneAfter } from '@parlour/kernel/log/done-reply';
import type { BiographyRow } from './user.entity.ts';

const write = statement(
  'biographies.write',
  `insert into biographies (user_id, text) select * from unnest($1::text[], $2::text[])
   on conflict (user_id) do update set text = excluded.text`,
);

/** Writes biographies in the transaction of their events; for commands that always make one. */
export const writeBiographies = doneAfter<BiographyRow>((tx, biographies) =>
  tx.query(write, [biographies.map(({ userId }) => userId), biographies.map(({ text }) => text)]),
);
