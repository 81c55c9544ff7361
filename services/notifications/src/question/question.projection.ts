import { messages } from '@parlour/contracts/messages';
import type { PostPlace, QaEvent } from '@parlour/contracts/qa/qa.events';
import { projection } from '@parlour/kernel/view/projection';
import { type Columns, insert, patch, remove, type RowChange, upsert } from '@parlour/kernel/view/row-changes';
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
    PostEdited: ({ data }) => (data.kind === 'question' ? question(data, { title: data.title }) : []),
    PostDeleted: ({ data }) => [...question(data, { deletedBy: data.by }), upsert(DeletedPostRow, { id: data.id })],
    PostRestored: ({ data }) => [...question(data, { deletedBy: null }), remove(DeletedPostRow, { id: data.id })],
    PostErased: ({ data }) => question(data, { title: messages.removedByOperator }),
    QuestionFollowed: ({ data: { questionId, userId } }) => [upsert(QuestionFollowerRow, { questionId, userId })],
    QuestionUnfollowed: ({ data: { questionId, userId } }) => [remove(QuestionFollowerRow, { questionId, userId })],
    AnswerPosted: ({ data: { answerId, answeredBy } }) => [insert(AnswerRow, { id: answerId, answeredBy })],
  },
});

/** Changes the question if the post is one. */
function question({ kind, id }: PostPlace, set: Partial<Columns<QuestionRow>>): readonly RowChange[] {
  return kind === 'question' ? [patch(QuestionRow, { id }, set)] : [];
}
