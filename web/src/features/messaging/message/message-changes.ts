import { messages } from '@parlour/contracts/messages';
import type { MessageWire } from '@parlour/contracts/messaging/messaging';
import { serverText } from '../../../shared/http/call-failure.ts';
import { newSubmissionKey } from '../../../shared/http/submission-key.ts';
import { showToast, showUndo } from '../../../design/parts/feedback/toasts.ts';
import type { Thunk } from '../../../shared/state/store.ts';
import { showChanged, type Place } from '../message-cache.ts';
import { messagingApi } from '../messaging.api.ts';

/** Whether its author can still give a message another text. */
export function isEditable({ notice, deleted }: MessageWire): boolean {
  return notice === null && deleted === null;
}

/** Deletes a message; a toast offers to undo that. */
export function deleteMessage(place: Place, mid: string): Thunk<Promise<void>> {
  return async (dispatch) => {
    const request = messagingApi.endpoints.deleteMessage.initiate({ mid, submissionKey: newSubmissionKey() });
    const { data, error } = await dispatch(request);
    if (!data) {
      void showToast('error', serverText(error) ?? 'The message could not be deleted.');
      return;
    }
    dispatch(showChanged(place, data));
    void showUndo('Message deleted.', () => void dispatch(restoreMessage(place, mid)));
  };
}

/** Removes a message of somebody else; resolves with why it failed. */
export function removeMessage(place: Place, mid: string, reason: string): Thunk<Promise<string | undefined>> {
  return async (dispatch) => {
    const request = { mid, reason, submissionKey: newSubmissionKey() };
    const { data, error } = await dispatch(messagingApi.endpoints.deleteMessage.initiate(request));
    if (!data) return serverText(error) ?? messages.unknownFailure;
    dispatch(showChanged(place, data));
    void showUndo('Message removed.', () => void dispatch(restoreMessage(place, mid)));
    return undefined;
  };
}

/** Undoes the deletion of a message. */
export function restoreMessage(place: Place, mid: string): Thunk<Promise<void>> {
  return async (dispatch) => {
    const request = messagingApi.endpoints.restoreMessage.initiate({ mid, submissionKey: newSubmissionKey() });
    const { data, error } = await dispatch(request);
    if (data) dispatch(showChanged(place, data));
    else void showToast('error', serverText(error) ?? 'The message could not be restored.');
  };
}
