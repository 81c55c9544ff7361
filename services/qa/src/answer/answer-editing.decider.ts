import { DomainError } from '@parlour/contracts/errors';
import { messages } from '@parlour/contracts/messages';
import type { AnswerDeleted, AnswerEdited, AnswerPosted, AnswerRestored } from '@parlour/contracts/qa.events';
import type { Decider } from '@parlour/kernel/log/decider';
import { type Deleting, deletionOf, restorationOf } from '../editing/deletable-post.ts';
import { type Edit, editedContent, type EditablePost } from '../editing/editable-post.ts';
import { answerTextOf } from './answer.decider.ts';

/** Edit an answer. */
export interface EditAnswer extends Edit {
  readonly type: 'EditAnswer';
  readonly answerId: string;
  /** Its question; null when the answer does not exist or is hidden from this person. */
  readonly questionId: string | null;
  readonly text: string;
}

/** Delete an answer, or restore it. */
export interface DeleteAnswer extends Deleting, Pick<EditAnswer, 'answerId' | 'questionId'> {
  readonly type: 'DeleteAnswer' | 'RestoreAnswer';
  /** Whether the asker has accepted it: then its author leaves it there. Source: decisions Q-20. */
  readonly isAccepted: boolean;
}

type AnswerChange = AnswerPosted | AnswerEdited | AnswerDeleted | AnswerRestored;

/**
 * The rules of changing an answer; its stream begins with its posting. Source: decisions Q-18,
 *
 */
export const answerEditingDecider: Decider<EditablePost<string> | null, EditAnswer | DeleteAnswer, AnswerChange> = {
  initial: null,
  snapshots: ['AnswerPosted', 'AnswerEdited'],
  always: (command) => command.type === 'DeleteAnswer' || ('isOperator' in command && command.isOperator),
  decide(command, state) {
    const { answerId, questionId } = command;
    if (!state || questionId === null) throw new DomainError('answer.unknown', messages.answerUnknown);
    if (command.type !== 'EditAnswer') {
      const ids = { answerId, questionId, answeredBy: state.author };
      const changes = (command.type === 'DeleteAnswer' ? deletionOf : restorationOf)(state, command);
      return changes.map((change) => {
        if (!('deletedBy' in change)) return { type: 'AnswerRestored', data: { ...ids, ...change } };
        if (change.by === 'author' && command.isAccepted && command.type === 'DeleteAnswer') {
          throw new DomainError('delete.accepted', messages.deleteAccepted);
        }
        return { type: 'AnswerDeleted', data: { ...ids, ...change } };
      });
    }
    const { editedBy } = command;
    const text = editedContent(state, command, () => answerTextOf(command.text), Object.is);
    if (text === null) return [];
    return [{ type: 'AnswerEdited', data: { answerId, questionId, editedBy, version: state.version + 1, text } }];
  },
  evolve(state, event) {
    switch (event.type) {
      case 'AnswerPosted':
        return { author: event.data.answeredBy, content: event.data.text, version: 1, deleted: null };
      case 'AnswerEdited':
        // Only its author edits it, and not while it is deleted.
        return { author: event.data.editedBy, content: event.data.text, version: event.data.version, deleted: null };
      case 'AnswerDeleted':
        return state && { ...state, deleted: event.data };
      case 'AnswerRestored':
        return state && { ...state, deleted: null };
    }
  },
};
