import type { AnswerWire, QuestionWire } from '@parlour/contracts/qa';

/** The answers loaded in order, and later ones that arrived before those in between. */
export function splitAnswers({ answers, moreAnswersAfter }: QuestionWire): {
  readonly read: readonly AnswerWire[];
  readonly later: readonly AnswerWire[];
} {
  if (moreAnswersAfter === undefined) return { read: answers, later: [] };
  const end = answers.findIndex((answer) => answer._id === moreAnswersAfter) + 1;
  return { read: answers.slice(0, end), later: answers.slice(end) };
}

/** A question with its next part of answers inserted. */
export function withPart(question: QuestionWire, part: QuestionWire): QuestionWire {
  const { moreAnswersAfter: _, ...others } = question;
  const { read, later } = splitAnswers(question);
  const came = new Set(part.answers.map((answer) => answer._id));
  return {
    ...others,
    answers: [...read, ...part.answers, ...later.filter((answer) => !came.has(answer._id))],
    ...(part.moreAnswersAfter !== undefined && { moreAnswersAfter: part.moreAnswersAfter }),
  };
}
