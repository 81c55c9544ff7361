import { messages } from '@parlour/contracts/messages';
import type { QaEvent } from '@parlour/contracts/qa.events';
import { projection } from '@parlour/kernel/view/projection';
import { insert, patch } from '@parlour/kernel/view/row-changes';
import { deletedLike, restored, unedited } from '@parlour/kernel/view/editable-row';
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
    CommentEdited: ({ data: { commentId, text, version }, occurredAt }) => [
      patch(CommentRow, { id: commentId }, { text, version, editedAt: occurredAt }),
    ],
    CommentDeleted: ({ data }) => [patch(CommentRow, { id: data.commentId }, deletedLike(data))],
    CommentRestored: ({ data }) => [patch(CommentRow, { id: data.commentId }, restored)],
    CommentBlanked: ({ data: { commentId } }) => [
      patch(CommentRow, { id: commentId }, { text: messages.removedByOperator, deletedAt: null }),
    ],
  },
});
