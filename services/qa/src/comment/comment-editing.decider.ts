import { DomainError } from '@parlour/contracts/errors';
import { messages } from '@parlour/contracts/messages';
import type { CommentDeleted, CommentEdited, CommentPosted, CommentRestored } from '@parlour/contracts/qa.events';
import type { Decider } from '@parlour/kernel/log/decider';
import { type Deleting, deletionOf, restorationOf } from '../editing/deletable-post.ts';
import { type Edit, editedContent, type EditablePost } from '../editing/editable-post.ts';
import { type CommentTarget, commentTextOf } from './comment.decider.ts';

/** Edit a comment. */
export interface EditComment extends Edit {
  readonly type: 'EditComment';
  readonly commentId: string;
  /** The post below which it stands; null if the comment is unknown to this person. */
  readonly target: CommentTarget | null;
  readonly text: string;
}

/** Delete a comment, or restore it. */
export interface DeleteComment extends Deleting, Pick<EditComment, 'commentId' | 'target'> {
  readonly type: 'DeleteComment' | 'RestoreComment';
}

type CommentChange = CommentPosted | CommentEdited | CommentDeleted | CommentRestored;

/**
 * The rules of changing a comment; its stream begins with its posting. Source: decisions Q-18,
 *
 */
export const commentEditingDecider: Decider<EditablePost<string> | null, EditComment | DeleteComment, CommentChange> = {
  initial: null,
  snapshots: ['CommentPosted', 'CommentEdited'],
  always: (command) => command.type === 'DeleteComment' || ('isOperator' in command && command.isOperator),
  decide(command, state) {
    const { commentId, target } = command;
    if (!state || !target) throw new DomainError('comment.unknown', messages.commentUnknown);
    const { questionId, answerId } = target;
    const ids = { commentId, questionId, answerId };
    if (command.type !== 'EditComment') {
      return (command.type === 'DeleteComment' ? deletionOf : restorationOf)(state, command).map((change) =>
        'deletedBy' in change
          ? { type: 'CommentDeleted', data: { ...ids, ...change } }
          : { type: 'CommentRestored', data: { ...ids, ...change } },
      );
    }
    const text = editedContent(state, command, () => commentTextOf(command.text), Object.is);
    if (text === null) return [];
    return [{ type: 'CommentEdited', data: { ...ids, editedBy: command.editedBy, version: state.version + 1, text } }];
  },
  evolve(state, event) {
    switch (event.type) {
      case 'CommentPosted':
        return { author: event.data.commentedBy, content: event.data.text, version: 1, deleted: null };
      case 'CommentEdited':
        // Only its author edits it, and not while it is deleted.
        return { author: event.data.editedBy, content: event.data.text, version: event.data.version, deleted: null };
      case 'CommentDeleted':
        return state && { ...state, deleted: event.data };
      case 'CommentRestored':
        return state && { ...state, deleted: null };
    }
  },
};
