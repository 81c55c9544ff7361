import { useDispatch } from 'react-redux';
import { serverText } from '../../../shared/http/call-failure.ts';
import { showToast } from '../../../design/parts/feedback/toasts.ts';
import type { Dispatch } from '../../../shared/state/store.ts';
import { useSubmission } from '../../../shared/state/hooks/use-submission.ts';
import { showMuted } from '../message-cache.ts';
import { useMuteChatMutation } from '../messaging.api.ts';

/** Mutes a chat or the room, or no longer. */
export function useMuting(chatId: string, isMuted: boolean): () => Promise<void> {
  const dispatch = useDispatch<Dispatch>();
  const [muteChat] = useMuteChatMutation();
  const submit = useSubmission();
  return async () => {
    const { data, error } = await submit({ chatId, muted: !isMuted }, muteChat);
    if (data) dispatch(showMuted(chatId, data.muted));
    else void showToast('error', serverText(error) ?? 'This chat could not be muted. Please try again.');
  };
}
