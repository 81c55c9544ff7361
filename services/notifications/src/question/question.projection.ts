import { messages } from '@parlour/contracts/messages';
import type { QaEvent } from '@parlour/contracts/qa.events';
import { projection } from '@parlour/kernel/view/projection';
import { insert, patch, remove, upsert } from '@parlour/kernel/view/row-changes';
import { AnswerRow, DeletedPostRow, QuestionFollowerRow, QuestionRow } from './question.entity.ts';

/** Questions, their followers, the authors of answers, and what is deleted. */
export const questionView = projection<QaEvent>({
  name: 'notifications.questions',
  source: 'qa',
  entities: [QuestionRow, QuestionFollowerRow, AnswerRow, DeletedPostRow],
  changes: {
    QuestionAsked: ({ data: { questionId, askedBy, title, onlyFollowers, communityId } }) => [
      insert(QuestionRow, { id: questionId, askedBy, title, onlyFollowers, communityId, deletedBy: null }),
    ],
    QuestionEdited: ({ data: { questionId, title } }) => [patch(QuestionRow, { id: questionId }, { title })],
    QuestionDeleted: ({ data: { questionId, by } }) => [
      patch(QuestionRow, { id: questionId }, { deletedBy: by }),
      upsert(DeletedPostRow, { id: questionId }),
    ],
    QuestionRestored: ({ data: { questionId } }) => [
      patch(QuestionRow, { id: questionId }, { deletedBy: null }),
      remove(DeletedPostRow, { id: questionId }),
    ],
    QuestionBlanked: ({ data: { questionId } }) => [
      patch(QuestionRow, { id: questionId }, { title: messages.removedByOperator }),
    ],
    QuestionFollowed: ({ data: { questionId, userId } }) => [upsert(QuestionFollowerRow, { questionId, userId })],
    QuestionUnfollowed: ({ data: { questionId, userId } }) => [remove(QuestionFollowerRow, { questionId, userId })],
    AnswerDeleted: ({ data: { answerId } }) => [upsert(DeletedPostRow, { id: answerId })],
    AnswerRestored: ({ data: { answerId } }) => [remove(DeletedPostRow, { id: answerId })],
    CommentDeleted: ({ data: { commentId } }) => [upsert(DeletedPostRow, { id: commentId })],
    CommentRestored: ({ data: { commentId } }) => [remove(DeletedPostRow, { id: commentId })],
    AnswerPosted: ({ data: { answerId, answeredBy } }) => [insert(AnswerRow, { id: answerId, answeredBy })],
  },
});
