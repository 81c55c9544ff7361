import { type Database, statement } from '@parlour/kernel/database/database';
import { isBlanked, isoTime, isPastRestoring } from '@parlour/kernel/database/row-expressions';
import type { Post } from '../blanking/blanking.decider.ts';

// What the operator had blanked before it was deleted is not due again. Its text does not tell:
// anybody may write the same.
const dueIn = (table: string, post: string): string =>
  `(select ${post}, ${isoTime('n.deleted_at')} as "deletedAt" from ${table} n
     where ${isPastRestoring('n.deleted_at')} and not ${isBlanked('n.id')}
     order by n.deleted_at limit $1)`;

const due = statement(
  'erasing.due',
  `${dueIn('questions', `'question' as kind, n.id, n.id as "questionId", null as "answerId"`)}
   union all ${dueIn('answers', `'answer', n.id, n.question_id, null`)}
   union all ${dueIn('comments', `'comment', n.id, n.question_id, n.answer_id`)}
   order by "deletedAt" limit $1`,
);

/** A deleted post whose text is to be erased. */
export interface DuePost extends Post {
  /** ISO-8601. */
  readonly deletedAt: string;
}

/** Posts that were deleted too long ago to be restored, the first deleted first. */
export function readDue(database: Database, limit: number): Promise<DuePost[]> {
  return database.query<DuePost>(due, [limit]);
}
