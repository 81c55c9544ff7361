import {
  canonicalName,
  checkTags,
  checkTitle,
  distinctTags,
  looksBlank,
  parseTags,
  postedText,
} from '@parlour/contracts/text/checks';
import { checkQuestionText } from '@parlour/contracts/posts/post-checks';
import { DomainError, refuse } from '@parlour/contracts/errors';
import { newTagDescription } from '@parlour/contracts/limits';
import { messages } from '@parlour/contracts/messages';
import type { QuestionAsked, QuestionTexts } from '@parlour/contracts/qa/qa.events';
import type { AddQuestion } from '@parlour/contracts/qa/qa.requests';
import { checkTagDescription } from '@parlour/contracts/qa/tag-descriptions';
import { once } from '@parlour/kernel/log/decider';

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

/** What an author types. */
export type TypedQuestion = Pick<AddQuestion, 'title' | 'text' | 'tags'>;

/**
 * A question as it is stored, of what was typed.
 * Source: specification VA-3 to VA-6; decisions.
 * @throws {DomainError} the first fault of title, text, tags and their descriptions
 */
export function questionTextsOf(command: TypedQuestion): QuestionTexts {
  const title = command.title.trim();
  const text = postedText(command.text);
  // White space separates tags, as in the form.
  const given = command.tags.flatMap((tag) => parseTags(tag.name).map((name) => ({ ...tag, name })));
  // Reversed, because the last entry of a map wins but the first mention of a tag counts.
  const described = new Map(given.toReversed().map((tag) => [canonicalName(tag.name), describedAs(tag.description)]));
  const names = distinctTags(given.map((tag) => tag.name));
  refuse(checkTitle(title), checkQuestionText(text), checkTags(names));
  const tags = names.map((name) => ({ name, description: described.get(canonicalName(name)) ?? newTagDescription }));
  refuse(...tags.map(({ description }) => checkTagDescription(description)));
  return { title, text, tags };
}

/** What is given for a tag, unless it is blank. */
function describedAs(description = ''): string | undefined {
  return looksBlank(description) ? undefined : description.trim();
}

/** The rules of asking. */
export const questionDecider = once<AskQuestion, QuestionAsked>((command) => {
  const content = questionTextsOf(command);
  if (!command.mayAsk) throw new DomainError('community.unknown', messages.communityUnknown);
  return [
    {
      type: 'QuestionAsked',
      data: {
        questionId: command.questionId,
        askedBy: command.askedBy,
        ...content,
        onlyFollowers: command.onlyFollowers,
        communityId: command.communityId,
      },
    },
  ];
});
