import { DomainError } from '@parlour/contracts/errors';
import { messages } from '@parlour/contracts/messages';
import type { PlainText } from '@parlour/contracts/posts/posts.events';
import type { AnswerPosted, PostChanged, PostPlace } from '@parlour/contracts/qa/qa.events';
import type { Decider } from '@parlour/kernel/log/decider';
import {
  decideOnPost,
  evolvePost,
  type Post,
  type PostCommand,
  protects,
  unchanged,
} from '@parlour/posts/post.decider';
import { answerTexts } from './answer.decider.ts';

/** Change an answer: edit, delete or restore it. */
export type ChangeAnswer = PostCommand<PlainText> & {
  readonly answerId: string;
  /** Its question; null when the answer does not exist or is hidden from this person. */
  readonly questionId: string | null;
  /** Whether the asker has accepted it: then its author leaves it there. Source: decisions Q-20. */
  readonly isAccepted?: boolean;
};

type AnswerChange = AnswerPosted | PostChanged<'answer'>;

/**
 * The rules of changing an answer; its stream begins with its posting. Source: decisions Q-18,
 *
 */
export const answerEditingDecider: Decider<Post<PlainText> | null, ChangeAnswer, AnswerChange> = {
  initial: null,
  snapshots: ['AnswerPosted', 'PostEdited'],
  always: protects,
  decide(command, state) {
    const { answerId, questionId, type, isAccepted } = command;
    if (!state || questionId === null) throw new DomainError('answer.unknown', messages.answerUnknown);
    const place: PostPlace<'answer'> = { kind: 'answer', id: answerId, questionId, answerId, author: state.author };
    const changes = decideOnPost(answerTexts, place, state, command);
    if (type === 'DeletePost' && isAccepted && command.actorId === state.author && changes.length > 0) {
      throw new DomainError('delete.accepted', messages.deleteAccepted);
    }
    return changes;
  },
  evolve(state, event) {
    if (event.type !== 'AnswerPosted') return evolvePost(answerTexts, state, event);
    return { ...unchanged, author: event.data.answeredBy, texts: answerTexts.textsOf(event.data) };
  },
};
