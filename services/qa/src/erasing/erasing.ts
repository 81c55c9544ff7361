import { erasing } from '@parlour/kernel/log/erase-texts';
import type { Policy } from '@parlour/kernel/policy/policy';
import type { Guard } from '@parlour/kernel/log/commands';
import { answerEditingDecider } from '../answer/answer-editing.decider.ts';
import { answerStream } from '../answer/answer.decider.ts';
import { blankingDecider, blankingStream, type EraseDeleted } from '../blanking/blanking.decider.ts';
import { textsOf } from '../blanking/blanking.ts';
import { commentEditingDecider } from '../comment/comment-editing.decider.ts';
import { commentStream } from '../comment/comment.decider.ts';
import type { DeletablePost } from '../editing/deletable-post.ts';
import { questionEditingDecider } from '../question/question-editing.decider.ts';
import { questionStream } from '../question/question.decider.ts';
import { type DuePost, readDue } from './erasing.queries.ts';

/** The deletion of a post, as its own stream knows it. */
function guardOf({ kind, id }: DuePost): Guard<DeletablePost | null> {
  switch (kind) {
    case 'question':
      return { streamId: questionStream(id), decider: questionEditingDecider };
    case 'answer':
      return { streamId: answerStream(id), decider: answerEditingDecider };
    case 'comment':
      return { streamId: commentStream(id), decider: commentEditingDecider };
  }
}

/**
 * Erases the texts of posts that were deleted 30 days ago, or at the next start: what is due is in
 * a table, not in a timer. It does what blanking does. Source: decisions Q-31.
 */
export const erasingPolicy: Policy<DuePost> = {
  name: 'erasing deleted posts',
  reactions: {},
  async due(database, limit) {
    const posts = await readDue(database, limit);
    return posts.map((post) => ({ id: `${blankingStream(post.id)}/${post.deletedAt}`, command: post }));
  },
  execute: (post, origin, { commands }) =>
    commands.execute(origin, {
      streamId: blankingStream(post.id),
      orderingKey: post.questionId,
      decider: blankingDecider,
      guards: [guardOf(post)],
      command: ({ now, guards: [deleted] }): EraseDeleted => ({
        ...{ type: 'EraseDeleted', post, now },
        deletion: deleted?.deleted ?? null,
      }),
      reply: erasing('qa', textsOf(post)),
    }),
};
