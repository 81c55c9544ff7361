import { DomainError } from '@parlour/contracts/errors';
import { messages } from '@parlour/contracts/messages';
import type { QuestionViewed } from '@parlour/contracts/qa/qa.events';
import type { Decider } from '@parlour/kernel/log/decider';

/** Whether this person has read this question before. */
export type ViewingState = { readonly status: 'unseen' } | { readonly status: 'seen' };

/** Record that a person views a question. */
export interface ViewQuestion {
  readonly type: 'ViewQuestion';
  readonly questionId: string;
  readonly viewedBy: string;
  /** Whether the question exists and this person may see it. */
  readonly visible: boolean;
}

/** The stream of one person's reading of one question. */
export function viewingStream(questionId: string, userId: string): string {
  return `view/${questionId}/${userId}`;
}

/** A view counts once per person. Source: decisions Q-4. */
export const viewingDecider: Decider<ViewingState, ViewQuestion, QuestionViewed> = {
  initial: { status: 'unseen' },
  snapshots: 'all',

  decide(command, state) {
    if (!command.visible) throw new DomainError('question.unknown', messages.questionUnknown);
    if (state.status === 'seen') return [];
    return [{ type: 'QuestionViewed', data: { questionId: command.questionId, viewedBy: command.viewedBy } }];
  },

  evolve(state, event) {
    switch (event.type) {
      case 'QuestionViewed':
        return { status: 'seen' };
      default:
        event.type satisfies never;
        return state;
    }
  },
};
