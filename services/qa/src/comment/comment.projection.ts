import type { PostPlace, QaEvent } from '@parlour/contracts/qa/qa.events';
import { projection } from '@parlour/kernel/view/projection';
import { insert, patch } from '@parlour/kernel/view/row-changes';
import { plainPostChanges, unedited } from '@parlour/posts/post-row';
import { CommentRow } from './comment.entity.ts';

/** Comments, as posted, edited, deleted and blanked. */
export const commentView = projection<QaEvent>({
  name: 'qa.comments',
  source: 'qa',
  entities: [CommentRow],
  changes: {
    CommentPosted: ({ data: { commentId, questionId, answerId, text, commentedBy }, position, occurredAt }) => [
      insert(CommentRow, {
        id: commentId,
        questionId,
        answerId,
        position,
        text,
        commentedBy,
        commentedAt: occurredAt,
        ...unedited,
      }),
    ],
    ...plainPostChanges(({ kind, id }: PostPlace, set) =>
      kind === 'comment' ? [patch<CommentRow>(CommentRow, { id }, set)] : [],
    ),
  },
});
