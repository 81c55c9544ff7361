import { checkAnswerText } from '@parlour/contracts/posts/post-checks';
import { DomainError } from '@parlour/contracts/errors';
import { limits } from '@parlour/contracts/limits';
import { messages } from '@parlour/contracts/messages';
import type { AnswerPosted } from '@parlour/contracts/qa/qa.events';
import { once } from '@parlour/kernel/log/decider';
import { plainKind } from '@parlour/posts/post.decider';

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

/** The text of an answer. */
export const answerTexts = plainKind(checkAnswerText);

/**
 * The rules of answering: anyone who may see a question may answer it.
 * Source: specification VA-4; decisions Q-6.
 */
export const answerDecider = once<PostAnswer, AnswerPosted>((command) => {
  if (command.answers === null) throw new DomainError('question.unknown', messages.questionUnknown);
  const { text } = answerTexts.checked(command);
  if (command.answers >= limits.answersPerQuestion) throw new DomainError('answers.full', messages.answersFull);
  const { answerId, questionId, answeredBy } = command;
  return [{ type: 'AnswerPosted', data: { answerId, questionId, answeredBy, text } }];
});
