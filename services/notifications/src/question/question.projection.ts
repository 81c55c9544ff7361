import { messages } from '@parlour/contracts/messages';
import type { QaEvent } from '@parlour/contracts/qa.events';
import { projection } from '@parlour/kernel/view/projection';
import { insert, patch, remove, upsert } from '@parlour/kernel/view/row-changes';
import { AnswerRow, QuestionFollowerRow, QuestionRow } from './question.entity.ts';

/** Questions, their followers, and the authors of answers. */
export const questionView = projection<QaEvent>({
  name: 'notifications.questions',
  source: 'qa',
  entities: [QuestionRow, QuestionFollowerRow, AnswerRow],
  changes: {
    QuestionAsked: ({ data: { questionId, askedBy, title, onlyFollowers, communityId } }) => [
      insert(QuestionRow, { id: questionId, askedBy, title, onlyFollowers, communityId, deletedBy: null }),
    ],
    QuestionEdited: ({ data: { questionId, title } }) => [patch(QuestionRow, { id: questionId }, { title })],
    QuestionDeleted: ({ data: { questionId, by } }) => [patch(QuestionRow, { id: questionId }, { deletedBy: by })],
    QuestionRestored: ({ data: { questionId } }) => [patch(QuestionRow, { id: questionId }, { deletedBy: null })],
    QuestionBlanked: ({ data: { questionId } }) => [
      patch(QuestionRow, { id: questionId }, { title: messages.removedByOperator }),
    ],
    QuestionFollowed: ({ data: { questionId, userId } }) => [upsert(QuestionFollowerRow, { questionId, userId })],
    QuestionUnfollowed: ({ data: { questionId, userId } }) => [remove(QuestionFollowerRow, { questionId, userId })],
    AnswerPosted: ({ data: { answerId, answeredBy } }) => [insert(AnswerRow, { id: answerId, answeredBy })],
  },
});
