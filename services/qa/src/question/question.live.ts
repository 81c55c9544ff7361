import type { EnvelopeOf } from '@parlour/contracts/envelope';
import type { Room, Tell } from '@parlour/contracts/live';
import type { AnswerWire, QaEvent } from '@parlour/contracts/qa';
import type { RestrictableRow } from './question-list.view.ts';

/** What the live messages of one batch of events show, read at the time of telling. */
export interface LiveRows {
  readonly questions: ReadonlyMap<string, RestrictableRow>;
  readonly answers: ReadonlyMap<string, AnswerWire>;
}

/** Who is told of a question: everybody, or of one for followers only those who may see it. Source: decisions Q-6. */
function audienceOf({ row, askerId }: RestrictableRow): readonly Room[] {
  return row.onlyFollowers ? [`user:${askerId}`] : ['public'];
}

/** Who is told what of an event. */
export function live(event: EnvelopeOf<QaEvent>, rows: LiveRows): readonly Tell[] {
  const question = rows.questions.get(event.data.questionId);
  if (!question) return [];
  const to = audienceOf(question);
  const { position } = event;
  switch (event.type) {
    case 'QuestionAsked':
      return [{ to, event: 'questionUpdate', payload: question.row, position }];
    case 'AnswerPosted': {
      const answer = rows.answers.get(event.data.answerId);
      if (!answer) return [];
      return [
        { to, event: 'answerUpdate', payload: { qid: event.data.questionId, answer }, position },
        { to, event: 'questionUpdate', payload: question.row, position },
      ];
    }
    case 'QuestionViewed':
      return [{ to, event: 'viewsUpdate', payload: question.row, position }];
    case 'VoteCast':
    case 'VoteCancelled':
    case 'QuestionFollowed':
    case 'QuestionUnfollowed':
    case 'CommentPosted':
      return [];
    default:
      event satisfies never;
      return [];
  }
}
