import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { v7 as uuidv7 } from 'uuid';
import type { CommentWire } from '@parlour/contracts/qa/qa';
import { Rights } from '@parlour/kernel/consumer/rights';
import { Database } from '@parlour/kernel/database/database';
import { Commands, type Guard, originOf, Outcome } from '@parlour/kernel/log/commands';
import { type Call, Handles } from '@parlour/kernel/rpc/calls';
import { withCurrent } from '@parlour/posts/stale-edits';
import { readReply } from '@parlour/kernel/log/reply';
import { blankingGuard } from '@parlour/posts/erasing.decider';
import { refuseClosed } from '../community/community-audience.queries.ts';
import { nobody, readModerated } from '../community/moderating.queries.ts';
import { answerEditingDecider } from '../answer/answer-editing.decider.ts';
import { answerStream } from '../answer/answer.decider.ts';
import type { DeletablePost } from '@parlour/posts/deletion.decider';
import { isDeleted } from '@parlour/posts/post.decider';
import { questionEditingDecider } from '../question/question-editing.decider.ts';
import { questionStream } from '../question/question.decider.ts';
import { viewerOf } from '../question/visibility.ts';
import { type ChangeComment, commentEditingDecider } from './comment-editing.decider.ts';
import { commentDecider, commentStream, type CommentTarget, type PostComment } from './comment.decider.ts';
import { findComment, findTarget, readComments, readPosted, readRestored } from './comment.queries.ts';

/** The posts that have to be there: the question, and the answer if it is on one. */
function guardsOf(
  on: 'question' | 'answer',
  id: string,
  target: CommentTarget | null,
): readonly Guard<DeletablePost | null>[] {
  const questionId = target?.questionId ?? id;
  return [
    { streamId: questionStream(questionId), decider: questionEditingDecider },
    ...(on === 'answer' ? [{ streamId: answerStream(id), decider: answerEditingDecider }] : []),
  ];
}

/** Calls about comments. */
@Controller()
export class CommentController {
  constructor(
    private readonly commands: Commands,
    private readonly database: Database,
    private readonly rights: Rights,
  ) {}

  @Handles('qa.addComment')
  async addComment(@Payload() call: Call<'qa.addComment'>) {
    const { id, type: on, text } = call.request;
    const viewer = viewerOf(call, this.rights);
    const commentId = uuidv7();
    const target = await findTarget(this.database, on, id, viewer);
    const commentedBy = viewer.viewer;
    return this.commands.execute(originOf(call), {
      streamId: commentStream(commentId),
      orderingKey: target?.questionId ?? id,
      decider: commentDecider,
      guards: guardsOf(on, id, target),
      command: ({ guards }): PostComment => {
        refuseClosed(target?.closed ?? false);
        return {
          type: 'PostComment',
          commentId,
          commentedBy,
          text,
          on,
          target: guards.some(isDeleted) ? null : target,
        };
      },
      reply: readReply(readPosted, { commentId, on, id, ...viewer }),
    });
  }

  @Handles('qa.editComment')
  async editComment(@Payload() call: Call<'qa.editComment'>) {
    const { cid: commentId, text, version } = call.request;
    const viewer = viewerOf(call, this.rights);
    const target = await findComment(this.database, commentId, viewer);
    const edit = (): Promise<Outcome<CommentWire>> =>
      this.commands.execute(originOf(call), {
        streamId: commentStream(commentId),
        orderingKey: target?.questionId ?? commentId,
        decider: commentEditingDecider,
        guards: [blankingGuard(commentId)],
        command: ({ guards: [isErased] }): ChangeComment => {
          refuseClosed(target?.closed ?? false);
          const edit = { type: 'EditPost', texts: { text }, version, actorId: viewer.viewer, isErased } as const;
          return { ...edit, commentId, target };
        },
        reply: readReply(readComments, commentId),
      });
    return withCurrent(edit, async () => (await readComments(this.database, [commentId]))[0]);
  }

  @Handles('qa.deleteComment')
  deleteComment(@Payload() call: Call<'qa.deleteComment'>) {
    return this.delete(call, 'DeletePost');
  }

  @Handles('qa.restoreComment')
  restoreComment(@Payload() call: Call<'qa.restoreComment'>) {
    return this.delete(call, 'RestorePost');
  }

  private async delete(
    call: Call<'qa.deleteComment' | 'qa.restoreComment'>,
    type: 'DeletePost' | 'RestorePost',
  ): Promise<Outcome<CommentWire>> {
    const { request } = call;
    const { cid: commentId } = request;
    const viewer = viewerOf(call, this.rights);
    const readable = await findComment(this.database, commentId, viewer);
    const moderated = await readModerated(this.database, 'comment', commentId, viewer);
    const { communityId, leads, isOperator } = moderated ?? nobody;
    // Leaders and operators remove also what they cannot read. They learn nothing of it.
    const target = readable ?? (leads || isOperator ? (moderated ?? null) : null);
    const { reply, positions } = await this.commands.execute(originOf(call), {
      streamId: commentStream(commentId),
      orderingKey: target?.questionId ?? commentId,
      decider: commentEditingDecider,
      guards: [blankingGuard(commentId)],
      command: ({ now }): ChangeComment => ({
        ...{ type, commentId, target, actorId: viewer.viewer, now },
        ...{ communityId, leads, isOperator, reason: 'reason' in request ? (request.reason ?? '') : '' },
      }),
      reply: readReply(type === 'RestorePost' ? readRestored : readComments, commentId),
    });
    return new Outcome(readable ? reply : { ...reply, text: '' }, positions);
  }
}
