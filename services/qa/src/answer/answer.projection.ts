import type { EnvelopeOf } from '@parlour/contracts/envelope';
import type { PostPlace, QaEvent, VoteCancelled, VoteCast } from '@parlour/contracts/qa/qa.events';
import { projection } from '@parlour/kernel/view/projection';
import { add, insert, patch, remove, type RowChange, upsert } from '@parlour/kernel/view/row-changes';
import { plainPostChanges, unedited } from '@parlour/posts/post-row';
import { changesOfVote } from '../question/votes/vote-changes.ts';
import { AnswerRow, AnswerVoteRow } from './answer.entity.ts';

/** Answers, as posted, edited, accepted, deleted and blanked, and the votes on them. */
export const answerView = projection<QaEvent>({
  name: 'qa.answers',
  source: 'qa',
  entities: [AnswerRow, AnswerVoteRow],
  changes: {
    AnswerPosted: ({ data: { answerId, questionId, text, answeredBy }, position, occurredAt }) => [
      insert(AnswerRow, {
        id: answerId,
        questionId,
        position,
        text,
        answeredBy,
        answeredAt: occurredAt,
        upVoteCount: 0,
        downVoteCount: 0,
        accepted: false,
        ...unedited,
      }),
    ],
    VoteCast: changesOfAnswerVote,
    VoteCancelled: changesOfAnswerVote,
    AnswerAccepted: ({ data: { answerId, before } }) => [
      ...(before === null ? [] : [patch(AnswerRow, { id: before }, { accepted: false })]),
      patch(AnswerRow, { id: answerId }, { accepted: true }),
    ],
    AcceptanceWithdrawn: ({ data: { before } }) => [patch(AnswerRow, { id: before }, { accepted: false })],
    ...plainPostChanges(({ kind, id }: PostPlace, set) =>
      kind === 'answer' ? [patch<AnswerRow>(AnswerRow, { id }, set)] : [],
    ),
  },
});

function changesOfAnswerVote(event: EnvelopeOf<VoteCast | VoteCancelled>): RowChange[] {
  const { answerId, votedBy: userId } = event.data;
  if (answerId === undefined) return [];
  return changesOfVote(event, {
    cast: ({ up }) => upsert(AnswerVoteRow, { answerId, userId, up }),
    cancelled: () => remove(AnswerVoteRow, { answerId, userId }),
    count: (numbers) => add(AnswerRow, { id: answerId }, numbers),
  });
}
