import { messages } from '@parlour/contracts/messages';
import { serverText } from '../../../shared/http/call-failure.ts';
import { newSubmissionKey } from '../../../shared/http/submission-key.ts';
import { showToast, showUndo } from '../feedback/toasts.ts';
import type { Outcome } from '../../../shared/http/outcome.ts';

/** Sends a deletion, or a restoration; resolves with the changed post, or with the error. */
type Send<Post> = (submissionKey: string) => Promise<Outcome<Post>>;

/** How a post is deleted and restored. */
export interface DeletionCalls<Post> {
  /** Such as "Answer". */
  readonly kind: string;
  /** With a reason, if somebody else wrote it. */
  readonly remove: (submissionKey: string, reason?: string) => ReturnType<Send<Post>>;
  readonly restore: Send<Post>;
  readonly onChanged: (post: Post) => void;
}

/** Deletes a post, with Undo in a toast, and restores it. */
export function useDeletion<Post>({ kind, remove, restore, onChanged }: DeletionCalls<Post>) {
  async function change(send: Send<Post>, failed: string, onDone: () => void): Promise<void> {
    const { data, error } = await send(newSubmissionKey());
    if (data) {
      onChanged(data);
      onDone();
    } else void showToast('error', serverText(error) ?? failed);
  }
  const restoreThen = (onDone: () => void) => void change(restore, `${kind} could not be restored.`, onDone);
  const undo = () => restoreThen(() => undefined);
  const removeThen = (onDone: () => void) => {
    void change(remove, `${kind} could not be deleted.`, () => {
      onDone();
      void showUndo(`${kind} deleted.`, undo);
    });
  };
  return {
    remove: () => removeThen(() => undefined),
    removeThen,
    /** Removes what somebody else wrote; resolves with why it failed. */
    removeWith: async (reason: string): Promise<string | undefined> => {
      const { data, error } = await remove(newSubmissionKey(), reason);
      if (!data) return serverText(error) ?? messages.unknownFailure;
      onChanged(data);
      void showUndo(`${kind} removed.`, undo);
      return undefined;
    },
    restore: undo,
    restoreThen,
  };
}
