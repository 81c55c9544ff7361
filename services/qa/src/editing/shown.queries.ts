import { messages } from '@parlour/contracts/messages';

// What is left of deleted posts. Their texts are in no reply. Source: decisions Q-20.

/** SQL: a text of the row `post`, or nothing if it is deleted. */
export function textOf(post: string, column = 'text'): string {
  return `case when ${post}.deleted_by is null then ${post}.${column} else '' end`;
}

/** SQL: the title of the question `q`, or what stands in its place. */
export const titleOrPlaceholder = `case when q.deleted_by is null then q.title
  when q.deleted_by = 'author' then '${messages.deletedByAuthor}' else '${messages.deletedByOthers}' end`;

/** SQL: whether the comment `c` is shown to the viewer: its author can restore it. */
export function commentShownTo(viewer: string): string {
  return `(c.deleted_by is null or c.deleted_by <> 'author' or c.commented_by = ${viewer})`;
}

/**
 * SQL: whether the answer or comment `o` takes one of the places that a post has for them. A
 * deleted one takes it from nobody but its writer, if that is given: the writer's page still shows
 * it.
 * Source: decisions Q-29.
 */
export function takesPlace(writerColumn: 'answered_by' | 'commented_by', writer?: string): string {
  return `(o.deleted_by is null${writer === undefined ? '' : ` or o.${writerColumn} = ${writer}`})`;
}

/** SQL: whether the answer `a` is shown to the viewer: also where others have commented on it. */
export function answerShownTo(viewer: string): string {
  return `(a.deleted_by is null or a.deleted_by <> 'author' or a.answered_by = ${viewer}
    or exists (select from comments k where k.answer_id = a.id and k.commented_by <> a.answered_by and k.deleted_by is null))`;
}

/** SQL: whether the question `q` has a page for the viewer: also where others have contributed. */
export function questionShownTo(viewer: string): string {
  return `(q.deleted_by is null or q.deleted_by <> 'author' or q.asked_by = ${viewer}
    or exists (select from answers k where k.question_id = q.id and k.answered_by <> q.asked_by and k.deleted_by is null)
    or exists (select from comments k where k.question_id = q.id and k.answer_id is null
                 and k.commented_by <> q.asked_by and k.deleted_by is null)
    or exists (select from answers o join comments k on k.answer_id = o.id
                where o.question_id = q.id and k.commented_by <> q.asked_by and k.deleted_by is null))`;
}

/**
 * SQL: whether the post `post` is deleted and its place is another author's. If that is hidden,
 * others may have seen it only because of this post: their open pages need the deletion.
 */
export function isDeletedIn(placeAuthor: string, post: string, author: 'answered_by' | 'commented_by'): string {
  return `(${post}.deleted_by is not null and ${post}.${author} <> ${placeAuthor})`;
}
