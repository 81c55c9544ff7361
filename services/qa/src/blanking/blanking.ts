import type { Blanked, Written } from '@parlour/contracts/blanking';
import { limits, newTagDescription } from '@parlour/contracts/limits';
import { messages } from '@parlour/contracts/messages';
import { type Database, statement, type Tx } from '@parlour/kernel/database/database';
import { isBlanked } from '@parlour/kernel/database/row-expressions';
import type { CommandOrigin, Commands } from '@parlour/kernel/log/commands';
import { blankingDecider, blankingStream, type BlankPost, type Post } from './blanking.decider.ts';

const find = statement(
  'blanking.find',
  `select 'question' as kind, q.id, q.id as "questionId", null as "answerId" from questions q where q.id = $1
   union all
   select 'answer', a.id, a.question_id, null from answers a where a.id = $1
   union all
   select 'comment', c.id, c.question_id, c.answer_id from comments c where c.id = $1`,
);

// All versions of the text. The events keep their shape, so every reader of the log can still parse
// it. A question's tags are shared by the whole site and stay; the descriptions that it gave them
// are erased. Deletions only name them. Nothing is erased if it was decided against.
const eraseEvents = statement(
  'blanking.events',
  `with erased as (
     update events set data = jsonb_set(jsonb_set(jsonb_set(data, '{text}', '""', false), '{title}', '""', false), '{tags}',
            (select coalesce(jsonb_agg(case when jsonb_typeof(tag.said) = 'object'
                                       then tag.said || jsonb_build_object('description', $2::text) else tag.said end order by tag.n), '[]')
               from jsonb_array_elements(data -> 'tags') with ordinality as tag(said, n)), false)
      where stream_id = any($1::text[])
        and ${isBlanked("split_part(events.stream_id, '/', 2)")}
      returning stream_id, version, event_id)
   select event_id as "eventId" from erased where version = 1 order by array_position($1::text[], stream_id)`,
);

// Rare, and only for operators, so answers and comments have no index by author.
const ofAuthor = statement(
  'blanking.ofAuthor',
  `select 'question' as kind, id, asked_at as at, title || ' ' || text as text from questions where asked_by = $1 and title <> $2 and deleted_by is null
   union all
   select 'answer', id, answered_at, text from answers where answered_by = $1 and text <> $2 and deleted_by is null
   union all
   select 'comment', id, commented_at, text from comments where commented_by = $1 and text <> $2 and deleted_by is null
   order by at desc limit ${limits.page.greatest}`,
);

/**
 * Blanks a question, an answer or a comment: one commit erases the text from its row and its event.
 * Undefined when no post has this id.
 * Source: decisions O-1; docs/design/architecture.md#ids-not-names.
 */
export async function blankPost(
  commands: Commands,
  database: Database,
  origin: CommandOrigin,
  id: string,
): Promise<Blanked | undefined> {
  const [post] = await database.query<Post>(find, [id]);
  if (!post) return undefined;
  const { reply, positions } = await commands.execute(origin, {
    streamId: blankingStream(id),
    orderingKey: post.questionId,
    decider: blankingDecider,
    command: (): BlankPost => ({ type: 'BlankPost', post }),
    reply: { read: erase, argument: `${post.kind}/${id}` },
  });
  return { ...reply, changed: positions.qa !== undefined };
}

/**
 * Erases the texts of blanked posts from the log, by their streams; returns the events that posted
 * them.
 */
export function erase(tx: Tx, streams: readonly string[]): Promise<{ readonly eventId: string }[]> {
  return tx.query<{ eventId: string }>(eraseEvents, [streams, newTagDescription]);
}

/** A person's latest posts that are neither blanked nor deleted, newest first. */
export function readPostsOf(database: Database, userId: string): Promise<Written[]> {
  return database.query<Written>(ofAuthor, [userId, messages.removedByOperator]);
}
