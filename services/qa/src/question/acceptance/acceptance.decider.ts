import { DomainError } from '@parlour/contracts/errors';
import { messages } from '@parlour/contracts/messages';
import type { AcceptanceWithdrawn, AnswerAccepted } from '@parlour/contracts/qa/qa.events';
import type { Decider } from '@parlour/kernel/log/decider';

/** The accepted answer of a question; null while there is none. */
export interface AcceptanceState {
  readonly answerId: string | null;
}

/** Accept an answer, or none. */
export interface Accept {
  readonly type: 'Accept';
  readonly questionId: string;
  /** Null to withdraw. */
  readonly answerId: string | null;
  readonly acceptedBy: string;
  /** Whether the question exists and this person may see it. */
  readonly visible: boolean;
  readonly isAsker: boolean;
  /** Whether the answer belongs to the question. */
  readonly hasAnswer: boolean;
}

/** The stream of a question's accepted answer. */
export function acceptanceStream(questionId: string): string {
  return `acceptance/${questionId}`;
}

/** The asker accepts one answer, may change it and take it back. Source: decisions Q-25. */
export const acceptanceDecider: Decider<AcceptanceState, Accept, AnswerAccepted | AcceptanceWithdrawn> = {
  initial: { answerId: null },
  snapshots: 'all',

  decide({ questionId, answerId, acceptedBy, visible, isAsker, hasAnswer }, { answerId: before }) {
    if (!visible) throw new DomainError('question.unknown', messages.questionUnknown);
    if (!isAsker) throw new DomainError('accept.notAsker', messages.acceptNotAsker);
    if (answerId === before) return [];
    if (answerId !== null) {
      if (!hasAnswer) throw new DomainError('answer.unknown', messages.answerUnknown);
      return [{ type: 'AnswerAccepted', data: { questionId, answerId, acceptedBy, before } }];
    }
    return before === null ? [] : [{ type: 'AcceptanceWithdrawn', data: { questionId, before } }];
  },

  evolve(state, event) {
    switch (event.type) {
      case 'AnswerAccepted':
        return { answerId: event.data.answerId };
      case 'AcceptanceWithdrawn':
        return { answerId: null };
      default:
        event satisfies never;
        return state;
    }
  },
};
