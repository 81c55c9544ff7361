import { statement } from '@parlour/kernel/database/database';
import type { View } from '@parlour/kernel/view/view';
import { peopleView } from '@parlour/people/people-view';

const forget = statement('chatReads.forget', 'delete from chat_reads where user_id = any($1::text[])');

const people = peopleView('messaging');

/** People's names; when an account is deleted, so is what its owner has read. */
export const readerView: View = {
  ...people,
  async apply(events, tx) {
    await people.apply(events, tx);
    const deleted = people.erased?.(events) ?? [];
    if (deleted.length > 0) await tx.query(forget, [deleted]);
  },
};
