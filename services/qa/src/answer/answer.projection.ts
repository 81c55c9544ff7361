import { messages } from '@parlour/contracts/messages';
import type { QaEvent } from '@parlour/contracts/qa';
import { projection } from '@parlour/kernel/view/projection';
import { insert, patch } from '@parlour/kernel/view/row-changes';
import { AnswerRow } from './answer.entity.ts';

/** Answers, as posted and blanked. */
export const answerView = projection<QaEvent>({
  name: 'qa.answers',
  source: 'qa',
  entities: [AnswerRow],
  changes: {
    AnswerPosted: ({ data: { answerId, questionId, text, answeredBy }, position, occurredAt }) => [
      insert(AnswerRow, { id: answerId, questionId, position, text, answeredBy, answeredAt: occurredAt }),
    ],
    AnswerBlanked: ({ data: { answerId } }) => [
      patch(AnswerRow, { id: answerId }, { text: messages.removedByOperator }),
    ],
  },
});
