import {
  canonicalName,
  checkQuestionText,
  checkTags,
  checkTitle,
  distinctTags,
  parseTags,
} from '@parlour/contracts/checks';
import { DomainError, refuse } from '@parlour/contracts/errors';
import { newTagDescription } from '@parlour/contracts/limits';
import { messages } from '@parlour/contracts/messages';
import type { AddQuestion, QuestionAsked } from '@parlour/contracts/qa';
import type { Decider } from '@parlour/kernel/log/decider';

/** Whether the question's stream has begun. */
export type QuestionState = { readonly status: 'unasked' } | { readonly status: 'asked' };

/** Ask a question; the caller chooses the id, so a retry asks the same question. */
export interface AskQuestion extends AddQuestion {
  readonly type: 'AskQuestion';
  readonly questionId: string;
  readonly askedBy: string;
  /** Whether the asker may post in the community, if there is one. Source: decisions C-6. */
  readonly mayAsk: boolean;
}

/** The stream of one question. */
export function questionStream(questionId: string): string {
  return `question/${questionId}`;
}

/** The rules of asking. Source: specification VA-3 to VA-6; decisions. */
export const questionDecider: Decider<QuestionState, AskQuestion, QuestionAsked> = {
  initial: { status: 'unasked' },

  decide(command, state) {
    if (state.status === 'asked') return [];
    const title = command.title.trim();
    const text = command.text.trim();
    // White space separates tags, as in the form.
    const given = command.tags.flatMap((tag) => parseTags(tag.name).map((name) => ({ ...tag, name })));
    // Reversed, because the last entry of a map wins but the first mention of a tag counts.
    const described = new Map(given.toReversed().map((tag) => [canonicalName(tag.name), tag.description?.trim()]));
    const names = distinctTags(given.map((tag) => tag.name));
    refuse(checkTitle(title), checkQuestionText(text), checkTags(names));
    if (!command.mayAsk) throw new DomainError('community.unknown', messages.communityUnknown);
    return [
      {
        type: 'QuestionAsked',
        data: {
          questionId: command.questionId,
          askedBy: command.askedBy,
          title,
          text,
          tags: names.map((name) => ({ name, description: described.get(canonicalName(name)) || newTagDescription })),
          onlyFollowers: command.onlyFollowers ?? false,
          communityId: command.communityId ?? null,
        },
      },
    ];
  },

  evolve(state, event) {
    switch (event.type) {
      case 'QuestionAsked':
        return { status: 'asked' };
      default:
        event.type satisfies never;
        return state;
    }
  },
};
