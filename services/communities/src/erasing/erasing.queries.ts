import { type Database, statement } from '@parlour/kernel/database/database';
import { isoTime } from '@parlour/kernel/database/row-expressions';
import { isPastRestoring } from '@parlour/posts/erasing-sql';
import type { Due } from '@parlour/posts/erasing';

const due = statement(
  'erasing.due',
  `select p.id, p.community_id as "communityId", ${isoTime('p.deleted_at')} as "deletedAt" from polls p
    where p.status = 'deleted' and p.question_text <> ''
      and ${isPastRestoring('p.deleted_at')}
    order by p.deleted_at limit $1`,
);

/** A removed poll whose texts are to be erased. */
export interface DueRemoval extends Due {
  readonly communityId: string;
}

/** Polls that were removed too long ago to be restored, the first removed first. */
export function readDue(database: Database, limit: number): Promise<DueRemoval[]> {
  return database.query<DueRemoval>(due, [limit]);
}
