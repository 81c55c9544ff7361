import type { PostPlace } from '@parlour/contracts/qa/qa.events';
import { type Database, statement } from '@parlour/kernel/database/database';
import { isoTime } from '@parlour/kernel/database/row-expressions';
import { isErased, isPastRestoring } from '@parlour/posts/erasing-sql';

/** SQL: the `PostPlace` of the row `n`, in the columns of a union. */
export const placeOf = {
  question: `'question' as kind, n.id, n.id as "questionId", null as "answerId", n.asked_by as author`,
  answer: `'answer', n.id, n.question_id, n.id, n.answered_by`,
  comment: `'comment', n.id, n.question_id, n.answer_id, n.commented_by`,
} as const;

// What the operator had blanked before it was deleted is not due again. Its text does not tell:
// anybody may write the same.
const dueIn = (table: string, post: string): string =>
  `(select ${post}, ${isoTime('n.deleted_at')} as "deletedAt" from ${table} n
     where ${isPastRestoring('n.deleted_at')} and not ${isErased('n.id')}
     order by n.deleted_at limit $1)`;

const due = statement(
  'erasing.due',
  `${dueIn('questions', placeOf.question)}
   union all ${dueIn('answers', placeOf.answer)}
   union all ${dueIn('comments', placeOf.comment)}
   order by "deletedAt" limit $1`,
);

/** A deleted post whose text is to be erased. */
export interface DuePost extends PostPlace {
  /** ISO-8601. */
  readonly deletedAt: string;
}

/** Posts that were deleted too long ago to be restored, the first deleted first. */
export function readDue(database: Database, limit: number): Promise<DuePost[]> {
  return database.query<DuePost>(due, [limit]);
}
