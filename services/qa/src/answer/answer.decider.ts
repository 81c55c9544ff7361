import { checkAnswerText } from '@parlour/contracts/checks';
import { DomainError, refuse } from '@parlour/contracts/errors';
import { limits } from '@parlour/contracts/limits';
import { messages } from '@parlour/contracts/messages';
import type { AnswerPosted } from '@parlour/contracts/qa';
import type { Decider } from '@parlour/kernel/log/decider';

/** Whether the answer's stream has begun. */
export type AnswerState = { readonly status: 'unposted' } | { readonly status: 'posted' };

/** Answer a question. */
export interface PostAnswer {
  readonly type: 'PostAnswer';
  readonly answerId: string;
  readonly questionId: string;
  readonly answeredBy: string;
  readonly text: string;
  /** The question's answer count; null when it does not exist or is hidden from this person. */
  readonly answers: number | null;
}

/** The stream of one answer. */
export function answerStream(answerId: string): string {
  return `answer/${answerId}`;
}

/**
 * The rules of answering: anyone who may see a question may answer it.
 * Source: specification VA-4; decisions Q-6.
 */
export const answerDecider: Decider<AnswerState, PostAnswer, AnswerPosted> = {
  initial: { status: 'unposted' },

  decide(command, state) {
    if (state.status === 'posted') return [];
    if (command.answers === null) throw new DomainError('question.unknown', messages.questionUnknown);
    const text = command.text.trim();
    refuse(checkAnswerText(text));
    if (command.answers >= limits.answersPerQuestion) throw new DomainError('answers.full', messages.answersFull);
    const { answerId, questionId, answeredBy } = command;
    return [{ type: 'AnswerPosted', data: { answerId, questionId, answeredBy, text } }];
  },

  evolve(state, event) {
    switch (event.type) {
      case 'AnswerPosted':
        return { status: 'posted' };
      default:
        event.type satisfies never;
        return state;
    }
  },
};
