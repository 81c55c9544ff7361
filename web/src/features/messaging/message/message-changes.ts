import type { MessageWire } from '@parlour/contracts/messaging/messaging';
import { deletionOf } from '../../../design/parts/post/use-deletion.ts';
import type { Dispatch } from '../../../shared/state/store.ts';
import { showChanged, type Place } from '../message-cache.ts';

/** Whether its author can still give a message another text. */
export function isEditable({ notice, deleted }: MessageWire): boolean {
  return notice === null && deleted === null;
}

/** How a message is deleted and restored. */
export function deletionIn(dispatch: Dispatch, place: Place, id: string) {
  return deletionOf(dispatch, { kind: 'message', id, onChanged: (message) => dispatch(showChanged(place, message)) });
}
