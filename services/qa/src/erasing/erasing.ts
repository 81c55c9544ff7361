import type { Blanked, Written } from '@parlour/contracts/posts/blanking';
import { limits } from '@parlour/contracts/limits';
import { messages } from '@parlour/contracts/messages';
import type { PostPlace } from '@parlour/contracts/qa/qa.events';
import { type Database, statement } from '@parlour/kernel/database/database';
import type { CommandOrigin, Commands } from '@parlour/kernel/log/commands';
import { blank, type ErasablePost, erasingPolicyOf } from '@parlour/posts/erasing';
import { answerEditingDecider } from '../answer/answer-editing.decider.ts';
import { commentEditingDecider } from '../comment/comment-editing.decider.ts';
import { questionEditingDecider } from '../question/question-editing.decider.ts';
import { placeOf, readDue } from './erasing.queries.ts';

const find = statement(
  'blanking.find',
  `select ${placeOf.question} from questions n where n.id = $1
   union all
   select ${placeOf.answer} from answers n where n.id = $1
   union all
   select ${placeOf.comment} from comments n where n.id = $1`,
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

const deciders = { question: questionEditingDecider, answer: answerEditingDecider, comment: commentEditingDecider };

function erasable({ kind, id, questionId, answerId, author }: PostPlace): ErasablePost<PostPlace> {
  const streamId = `${kind}/${id}`;
  return {
    ...{ source: 'qa', id, orderingKey: questionId, place: { kind, id, questionId, answerId, author } },
    texts: { streams: [streamId] },
    deletion: { streamId, decider: deciders[kind] as (typeof deciders)['answer'] }, // of the same kind as the stream
  };
}

/** Erases the texts of posts that were deleted 30 days ago. Source: decisions Q-31. */
export const erasingPolicy = erasingPolicyOf('erasing deleted posts', readDue, erasable);

/**
 * Blanks a question, an answer or a comment. Undefined when no post has this id. Source: decisions
 * O-1.
 */
export async function blankPost(
  commands: Commands,
  database: Database,
  origin: CommandOrigin,
  id: string,
): Promise<Blanked | undefined> {
  const [post] = await database.query<PostPlace>(find, [id]);
  return post && blank(commands, origin, erasable(post));
}

/** A person's latest posts that are neither blanked nor deleted, newest first. */
export function readPostsOf(database: Database, userId: string): Promise<Written[]> {
  return database.query<Written>(ofAuthor, [userId, messages.removedByOperator]);
}
