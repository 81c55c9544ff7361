import type { AnswerWire, QuestionWire } from '@parlour/contracts/qa/qa';

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
  // In the order by score, votes may have moved an answer that is there into the next part.
  const known = new Set(read.map((answer) => answer._id));
  const next = part.answers.filter((answer) => !known.has(answer._id));
  const came = new Set(next.map((answer) => answer._id));
  return {
    ...others,
    answers: [...read, ...next, ...later.filter((answer) => !came.has(answer._id))],
    ...(part.moreAnswersAfter !== undefined && { moreAnswersAfter: part.moreAnswersAfter }),
  };
}

/**
 * A question that was read again, with its answers in the order in which they are being read, and
 * new ones behind (decisions Q-28). The last one of its part is the last: the next begins there.
 */
export function inKnownOrder(question: QuestionWire, known: QuestionWire): QuestionWire {
  const places = new Map(known.answers.map(({ _id }, at) => [_id, at]));
  const placeOf = ({ _id }: AnswerWire) =>
    _id === question.moreAnswersAfter ? Infinity : (places.get(_id) ?? known.answers.length);
  return { ...question, answers: question.answers.toSorted((one, other) => placeOf(one) - placeOf(other)) };
}

/**
 * Whether an answer is shown: a deleted one to its author, who can restore it, and where others
 * have commented on it.
 */
export function isAnswerShown({ deleted, ansBy, comments }: AnswerWire, viewer: string): boolean {
  if (deleted?.by !== 'author' || ansBy === viewer) return true;
  return comments.some((comment) => !comment.deleted && comment.commentBy !== ansBy);
}
