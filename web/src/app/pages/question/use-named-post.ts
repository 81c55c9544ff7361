import type { QuestionWire } from '@parlour/contracts/qa/qa';
import { useLocation } from 'react-router';
import { splitAnswers } from '../../../features/questions/question/answer-parts.ts';

/** A post of a question's page that an address names: the id of its element. */
export function useNamedPost(): string | undefined {
  const { hash, state } = useLocation() as { hash: string; state: unknown }; // its state is anything
  if (typeof state === 'object' && state !== null && 'answered' in state && typeof state.answered === 'string')
    return `answer-${state.answered}`;
  return /^#(?:answer|comment)-./.test(hash) ? decode(hash.slice(1)) : undefined;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * Where a named post is: on the question itself, or on one of the answers that are shown. Undefined
 * if it is not among them.
 */
export function placeOfPost(
  question: QuestionWire,
  post: string,
  viewer: string,
): { readonly answer?: string } | undefined {
  const has = (comments: QuestionWire['comments']) => comments.some(({ _id }) => post === `comment-${_id}`);
  if (has(question.comments)) return {};
  const { read, later } = splitAnswers(question);
  const shown = [...read, ...later.filter(({ ansBy }) => ansBy === viewer)];
  const answer = shown.find(({ _id, comments }) => post === `answer-${_id}` || has(comments));
  return answer && { answer: answer._id };
}
