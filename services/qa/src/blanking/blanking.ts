import type { Blanked, Written } from '@parlour/contracts/blanking';
import { limits } from '@parlour/contracts/limits';
import { messages } from '@parlour/contracts/messages';
import { type Erasure, erasing } from '@parlour/kernel/log/erase-texts';
import { type Database, statement } from '@parlour/kernel/database/database';
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
  const { positions } = await commands.execute(origin, {
    streamId: blankingStream(id),
    orderingKey: post.questionId,
    decider: blankingDecider,
    command: (): BlankPost => ({ type: 'BlankPost', post }),
    reply: erasing('qa', textsOf(post)),
  });
  return { changed: positions.qa !== undefined };
}

/** What holds the texts of a post in the log. */
export function textsOf({ kind, id }: Pick<Post, 'kind' | 'id'>): Erasure {
  return { blanking: blankingStream(id), streams: [`${kind}/${id}`] };
}

/** A person's latest posts that are neither blanked nor deleted, newest first. */
export function readPostsOf(database: Database, userId: string): Promise<Written[]> {
  return database.query<Written>(ofAuthor, [userId, messages.removedByOperator]);
}
