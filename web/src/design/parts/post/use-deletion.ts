import { messages } from '@parlour/contracts/messages';
import { useDispatch } from 'react-redux';
import { serverText } from '../../../shared/http/call-failure.ts';
import type { Outcome } from '../../../shared/http/outcome.ts';
import { newSubmissionKey } from '../../../shared/http/submission-key.ts';
import { deletePost, restorePost, type PostKind, type PostOf } from '../../../shared/posts.api.ts';
import type { Dispatch } from '../../../shared/state/store.ts';
import { showToast, showUndo } from '../feedback/toasts.ts';

/** How posts are called at the beginning of what toasts say, and of what they say of a failure. */
const names: Readonly<Record<PostKind, readonly [name: string, failed: string]>> = {
  question: ['Question', 'Question'],
  answer: ['Answer', 'Answer'],
  comment: ['Comment', 'Comment'],
  poll: ['Poll', 'Poll'],
  message: ['Message', 'The message'],
};

interface Deletable<Kind extends PostKind> {
  readonly kind: Kind;
  readonly id: string;
  readonly onChanged: (post: PostOf<Kind>) => void;
}

/** How a post is deleted, with Undo in a toast, and restored. */
export function deletionOf<Kind extends PostKind>(dispatch: Dispatch, { kind, id, onChanged }: Deletable<Kind>) {
  const [name, failedName] = names[kind];
  async function settle(call: Promise<Outcome<PostOf<Kind>>>, failed: string, onDone: () => void): Promise<void> {
    const { data, error } = await call;
    if (data) {
      onChanged(data);
      onDone();
    } else void showToast('error', serverText(error) ?? failed);
  }
  const restoreThen = (onDone: () => void): void => {
    const call = dispatch(restorePost(kind, id, newSubmissionKey()));
    void settle(call, `${failedName} could not be restored.`, onDone);
  };
  const restore = () => restoreThen(() => undefined);
  const deleteOwnThen = (onDone: () => void): void => {
    const call = dispatch(deletePost(kind, id, newSubmissionKey()));
    void settle(call, `${failedName} could not be deleted.`, () => {
      onDone();
      void showUndo(`${name} deleted.`, restore);
    });
  };
  return {
    deleteOwn: () => deleteOwnThen(() => undefined),
    deleteOwnThen,
    /** Removes what somebody else wrote; resolves with why it failed. */
    removeOfOther: async (reason: string): Promise<string | undefined> => {
      const { data, error } = await dispatch(deletePost(kind, id, newSubmissionKey(), reason));
      if (!data) return serverText(error) ?? messages.unknownFailure;
      onChanged(data);
      void showUndo(`${name} removed.`, restore);
      return undefined;
    },
    restore,
    restoreThen,
  };
}

export function useDeletion<Kind extends PostKind>(of: Deletable<Kind>) {
  return deletionOf(useDispatch<Dispatch>(), of);
}
