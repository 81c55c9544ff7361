import { canonicalName } from '@parlour/contracts/checks';
import { DomainError } from '@parlour/contracts/errors';
import { messages } from '@parlour/contracts/messages';
import type { QuestionAsked, QuestionDeleted, QuestionEdited, QuestionRestored } from '@parlour/contracts/qa.events';
import type { EditQuestion as Given } from '@parlour/contracts/qa.requests';
import type { Decider } from '@parlour/kernel/log/decider';
import { type Deleting, deletionOf, restorationOf } from '../editing/deletable-post.ts';
import { type Edit, editedContent, type EditablePost } from '../editing/editable-post.ts';
import { contentOf, type QuestionContent } from './question.decider.ts';

/** Edit a question. */
export interface EditQuestion extends Edit, Pick<Given, 'title' | 'text' | 'tags'> {
  readonly type: 'EditQuestion';
  /** Whether this person may read it. */
  readonly visible: boolean;
}

/** Delete a question, or restore it. */
export interface DeleteQuestion extends Deleting {
  readonly type: 'DeleteQuestion' | 'RestoreQuestion';
  /** Whether this person may read it, or is an operator. */
  readonly visible: boolean;
}

type QuestionChange = QuestionAsked | QuestionEdited | QuestionDeleted | QuestionRestored;

/** A question, as its changes are decided on. */
export interface EditableQuestion extends EditablePost<QuestionContent> {
  readonly asked: Pick<QuestionAsked['data'], 'questionId' | 'askedBy' | 'onlyFollowers' | 'communityId'>;
}

/**
 * The rules of changing a question; its stream begins with its asking. Source: decisions Q-18,
 *
 */
export const questionEditingDecider: Decider<EditableQuestion | null, EditQuestion | DeleteQuestion, QuestionChange> = {
  initial: null,
  snapshots: ['QuestionAsked', 'QuestionEdited'],
  always: (command) => command.type === 'DeleteQuestion' || ('isOperator' in command && command.isOperator),
  decide(command, state) {
    if (!state || !command.visible) throw new DomainError('question.unknown', messages.questionUnknown);
    if (command.type !== 'EditQuestion') return deleted(command, state);
    const content = editedContent(state, command, () => contentOf(command), isEqual);
    if (!content) return [];
    return [
      {
        type: 'QuestionEdited',
        data: {
          ...state.asked,
          ...content,
          editedBy: command.editedBy,
          version: state.version + 1,
          tagsBefore: state.content.tags.map(({ name }) => name),
        },
      },
    ];
  },
  evolve(state, event) {
    switch (event.type) {
      case 'QuestionAsked':
      case 'QuestionEdited': {
        const { questionId, askedBy, onlyFollowers, communityId, title, text, tags } = event.data;
        return {
          asked: { questionId, askedBy, onlyFollowers, communityId },
          author: askedBy,
          content: { title, text, tags },
          version: event.type === 'QuestionAsked' ? 1 : event.data.version,
          deleted: null,
        };
      }
      case 'QuestionDeleted':
        return state && { ...state, deleted: event.data };
      case 'QuestionRestored':
        return state && { ...state, deleted: null };
    }
  },
};

function deleted(command: DeleteQuestion, state: EditableQuestion): readonly QuestionChange[] {
  const counted = { ...state.asked, tags: state.content.tags.map(({ name }) => name) };
  return (command.type === 'DeleteQuestion' ? deletionOf : restorationOf)(state, command).map((change) =>
    'deletedBy' in change
      ? { type: 'QuestionDeleted', data: { ...counted, ...change } }
      : { type: 'QuestionRestored', data: { ...counted, ...change } },
  );
}

/** Descriptions belong to the site, not to a question. */
function isEqual(one: QuestionContent, other: QuestionContent): boolean {
  const keys = ({ tags }: QuestionContent): string => JSON.stringify(tags.map(({ name }) => canonicalName(name)));
  return one.title === other.title && one.text === other.text && keys(one) === keys(other);
}
