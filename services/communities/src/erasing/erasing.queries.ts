import { type Database, statement, type Tx } from '@parlour/kernel/database/database';
import { isBlanked, isoTime, isPastRestoring, withEmptyTexts } from '@parlour/kernel/database/row-expressions';

const due = statement(
  'erasing.due',
  `select p.id as "pollId", p.community_id as "communityId", ${isoTime('p.deleted_at')} as "deletedAt" from polls p
    where p.status = 'deleted' and p.question_text <> ''
      and ${isPastRestoring('p.deleted_at')}
    order by p.deleted_at limit $1`,
);

/** A removed poll whose texts are to be erased. */
export interface DueRemoval {
  readonly pollId: string;
  readonly communityId: string;
  /** ISO-8601. */
  readonly deletedAt: string;
}

/** Polls that were removed too long ago to be restored, the first removed first. */
export function readDue(database: Database, limit: number): Promise<DueRemoval[]> {
  return database.query<DueRemoval>(due, [limit]);
}

// The events keep their shape, so every reader of the log can still parse them. Nothing is erased
// if it was decided against.
const eraseEvents = statement(
  'erasing.events',
  `update events set data = data || jsonb_build_object('questionText', '', 'options', ${withEmptyTexts(`data -> 'options'`)})
    where stream_id = any($1::text[]) and type in ('PollCreated', 'PollEdited')
      and ${isBlanked("(events.data ->> 'pollId')")}`,
);

/** Erases the texts of polls from the log, by their streams; one empty reply for each. */
export async function erase(tx: Tx, streams: readonly string[]): Promise<object[]> {
  await tx.query(eraseEvents, [streams]);
  return streams.map(() => ({}));
}
