import type { Blanked, Written } from '@parlour/contracts/blanking';
import { limits, newTagDescription } from '@parlour/contracts/limits';
import { messages } from '@parlour/contracts/messages';
import { type Database, statement, type Tx } from '@parlour/kernel/database/database';
import type { CommandOrigin, Commands } from '@parlour/kernel/log/commands';
import { blankingDecider, blankingStream, type BlankPost, type Post } from './blanking.decider.ts';

const find = statement(
  'blanking.find',
  `select 'question' as kind, q.id, q.id as "questionId", null as "answerId", q.position from questions q where q.id = $1
   union all
   select 'answer', a.id, a.question_id, null, a.position from answers a where a.id = $1
   union all
   select 'comment', c.id, c.question_id, c.answer_id, c.position from comments c where c.id = $1`,
);

// The event keeps its shape, so every reader of the log can still parse it. A question's tags are
// shared by the whole site and stay; the descriptions that it gave them are erased.
const eraseEvents = statement(
  'blanking.events',
  `update events set data = jsonb_set(jsonb_set(jsonb_set(data, '{text}', '""'), '{title}', '""', false), '{tags}',
          (select coalesce(jsonb_agg(tag.said || jsonb_build_object('description', $2::text) order by tag.n), '[]')
             from jsonb_array_elements(data -> 'tags') with ordinality as tag(said, n)), false)
    where position = any($1::bigint[]) returning event_id as "eventId"`,
);

// Rare, and only for operators, so answers and comments have no index by author.
const ofAuthor = statement(
  'blanking.ofAuthor',
  `select 'question' as kind, id, asked_at as at, title || ' ' || text as text from questions where asked_by = $1 and title <> $2
   union all
   select 'answer', id, answered_at, text from answers where answered_by = $1 and text <> $2
   union all
   select 'comment', id, commented_at, text from comments where commented_by = $1 and text <> $2
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
  const [post] = await database.query<Post & { readonly position: number }>(find, [id]);
  if (!post) return undefined;
  const { reply, positions } = await commands.execute(origin, {
    streamId: blankingStream(id),
    orderingKey: post.questionId,
    decider: blankingDecider,
    command: (): BlankPost => ({ type: 'BlankPost', post }),
    reply: { read: erase, argument: post.position },
  });
  return { ...reply, changed: positions.qa !== undefined };
}

function erase(tx: Tx, positions: readonly number[]): Promise<{ readonly eventId: string }[]> {
  return tx.query<{ eventId: string }>(eraseEvents, [positions, newTagDescription]);
}

/** A person's latest posts that are not blanked, newest first. */
export function readPostsOf(database: Database, userId: string): Promise<Written[]> {
  return database.query<Written>(ofAuthor, [userId, messages.removedByOperator]);
}
