import { canonicalName } from '@parlour/contracts/text/checks';
import { DomainError } from '@parlour/contracts/errors';
import { messages } from '@parlour/contracts/messages';
import type { PostChanged, QuestionAsked, QuestionPlace, QuestionTexts } from '@parlour/contracts/qa/qa.events';
import type { Decider } from '@parlour/kernel/log/decider';
import {
  decideOnPost,
  evolvePost,
  type Post,
  type PostCommand,
  type PostKind,
  protects,
} from '@parlour/posts/post.decider';
import { type TypedQuestion, questionTextsOf } from './question.decider.ts';

/** Change a question: edit, delete or restore it. */
export type ChangeQuestion = PostCommand<TypedQuestion> & {
  /** Whether this person may read it, or may delete it all the same. */
  readonly visible: boolean;
};

type QuestionChange = QuestionAsked | PostChanged<'question'>;

/** A question, as its changes are decided on. */
export interface EditableQuestion extends Post<QuestionTexts> {
  readonly place: Omit<QuestionPlace, 'tagsBefore'>;
}

const question: PostKind<QuestionTexts, TypedQuestion> = {
  textsOf: ({ title, text, tags }) => ({ title, text, tags }),
  checked: questionTextsOf,
  isEqual: (one, other) => one.title === other.title && one.text === other.text && keysOf(one) === keysOf(other),
};

/** Descriptions belong to the site, not to a question. */
function keysOf({ tags }: QuestionTexts): string {
  return JSON.stringify(tags.map(({ name }) => canonicalName(name)));
}

/**
 * The rules of changing a question; its stream begins with its asking. Source: decisions Q-18,
 *
 */
export const questionEditingDecider: Decider<EditableQuestion | null, ChangeQuestion, QuestionChange> = {
  initial: null,
  snapshots: ['QuestionAsked', 'PostEdited'],
  always: protects,
  decide(command, state) {
    if (!state || !command.visible) throw new DomainError('question.unknown', messages.questionUnknown);
    const tagsBefore = state.texts.tags.map(({ name }) => name);
    return decideOnPost(question, { ...state.place, tagsBefore }, state, command);
  },
  evolve(state, event) {
    if (event.type === 'PostDeleted' || event.type === 'PostRestored') {
      return state && { ...state, ...evolvePost(question, state, event) };
    }
    const isEdited = event.type === 'PostEdited';
    const { questionId, onlyFollowers, communityId } = event.data;
    const author = isEdited ? event.data.author : event.data.askedBy;
    return {
      place: { kind: 'question', id: questionId, questionId, answerId: null, author, onlyFollowers, communityId },
      ...{ author, texts: question.textsOf(event.data), deleted: null, version: isEdited ? event.data.version : 1 },
    };
  },
};
