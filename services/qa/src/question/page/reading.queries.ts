import { limits } from '@parlour/contracts/limits';
import { statement, type Tx } from '@parlour/kernel/database/database';

/** A question that nobody has told the viewer of is new for so long. Source: decisions Q-36. */
const newFor = `interval '${limits.unreadDays} days'`;

const ofReader = (alias: string, viewer: string): string =>
  `${alias}.question_id = q.id and ${alias}.user_id = ${viewer}`;

const reread = (viewer: string): string => `(select r.position from question_reads r where ${ofReader('r', viewer)})`;

/**
 * SQL: the position up to which a viewer has read the question `q`; null if they have never. Most
 * rows take one lookup: only askers can be behind in a question that they never opened.
 */
function readUpTo(viewer: string): string {
  const viewed = `question_views v where ${ofReader('v', viewer)}`;
  const again = reread(viewer);
  return `case when q.asked_by = ${viewer} then greatest(q.position, (select v.position from ${viewed}), ${again})
    else (select greatest(v.position, ${again}) from ${viewed}) end`;
}

/** SQL: whether others have answered the question `q` after a position. */
const answeredSince = (viewer: string, position: string): string =>
  `exists (select from answers a where a.question_id = q.id and a.position > ${position}
     and a.answered_by <> ${viewer} and a.deleted_by is null)`;

/**
 * SQL: whether there is something for a viewer to read in the question `q`. Of an old one without
 * answers nothing has to be looked up.
 */
export function isUnread(viewer: string): string {
  return `q.last_by is distinct from ${viewer}
    and (q.active_position > q.position or q.asked_at > now() - ${newFor})
    and (select case when reader.place is null then q.asked_at > now() - ${newFor}
           else q.active_position > reader.place and ${answeredSince(viewer, 'reader.place')} end
           from (select ${readUpTo(viewer)} as place offset 0) reader)`;
}

/** Whether somebody who has opened a question has read its last answer. */
export type Reading = 'read' | 'behind';

/** SQL: that of a viewer for the question `q`; null if they have not opened it. */
export function readingOf(viewer: string): string {
  return `(select case when q.active_position <= v.position or q.active_position <= ${reread(viewer)} then 'read' else 'behind' end
     from question_views v where ${ofReader('v', viewer)})`;
}

// The lock makes the deletion of the reader's account wait, which then deletes what is written
// here.
const mark = statement(
  'questionReads.mark',
  `with reader as (select id from people where id = $2 and not deleted for share)
   insert into question_reads (question_id, user_id, position)
   select q.id, reader.id, q.active_position from reader join questions q on q.id = $1 and q.active_position > ${readUpTo('$2')}
   on conflict (user_id, question_id) do update set position = greatest(question_reads.position, excluded.position)`,
);

/** Notes that a person has read a question up to its last answer. */
export async function markRead(tx: Tx, questionId: string, userId: string): Promise<void> {
  await tx.query(mark, [questionId, userId]);
}
