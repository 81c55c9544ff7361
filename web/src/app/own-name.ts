import type { UserRowWire } from '@parlour/contracts/identity';
import { sessionApi } from '../features/session/session.api.ts';
import { api, liveTags } from '../shared/api.ts';
import { selectUserId } from '../shared/state/session.slice.ts';
import type { Thunk } from '../shared/state/store.ts';

/** Whether this is the viewer. */
export function isOwn({ _id: userId }: Pick<UserRowWire, '_id'>): Thunk<boolean> {
  return (_dispatch, getState) => selectUserId(getState()) === userId;
}

/**
 * Reads the session again after an operator has renamed the viewer: the answer brings the new name,
 * and a token with it. Then everything that is shown. Source: decisions O-12.
 */
export function renewOwnName(): Thunk<Promise<void>> {
  return async (dispatch) => {
    await dispatch(sessionApi.endpoints.restoreSession.initiate(undefined, { forceRefetch: true, subscribe: false }));
    // By then nothing on the page asks under the former name, which the server would refuse.
    await new Promise((resolve) => setTimeout(resolve));
    dispatch(api.util.invalidateTags([...liveTags, 'UnreadNotifications']));
  };
}
