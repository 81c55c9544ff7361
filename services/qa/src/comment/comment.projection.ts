import { messages } from '@parlour/contracts/messages';
import type { QaEvent } from '@parlour/contracts/qa';
import { projection } from '@parlour/kernel/view/projection';
import { insert, patch } from '@parlour/kernel/view/row-changes';
import { CommentRow } from './comment.entity.ts';

/** Comments, as posted and blanked. */
export const commentView = projection<QaEvent>({
  name: 'qa.comments',
  source: 'qa',
  entities: [CommentRow],
  changes: {
    CommentPosted: ({ data: { commentId, questionId, answerId, text, commentedBy }, position, occurredAt }) => [
      insert(CommentRow, { id: commentId, questionId, answerId, position, text, commentedBy, commentedAt: occurredAt }),
    ],
    CommentBlanked: ({ data: { commentId } }) => [
      patch(CommentRow, { id: commentId }, { text: messages.removedByOperator }),
    ],
  },
});
