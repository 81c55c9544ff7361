import type { UserRowWire } from '@parlour/contracts/identity/identity';
import { sessionApi } from '../../features/session/session.api.ts';
import { api, liveTags } from '../../shared/api.ts';
import { selectUserId, selectUsername } from '../../shared/state/session.slice.ts';
import type { Thunk } from '../../shared/state/store.ts';

/** Whether this is the viewer. */
export function isOwn({ _id: userId }: Pick<UserRowWire, '_id'>): Thunk<boolean> {
  return (_dispatch, getState) => selectUserId(getState()) === userId;
}

/**
 * Reads the session again: if an operator has renamed the viewer, the answer brings the new name,
 * and a token with it; if their rights have changed, it brings those. Returns whether there is a
 * new name. Source: decisions O-12.
 */
export function readOwnName(): Thunk<Promise<boolean>> {
  return async (dispatch, getState) => {
    const before = selectUsername(getState());
    await dispatch(sessionApi.endpoints.restoreSession.initiate(undefined, { forceRefetch: true, subscribe: false }));
    return selectUsername(getState()) !== before;
  };
}

/** After a rename of the viewer, reads their name and then everything that is shown. */
export function renewOwnName(): Thunk<Promise<void>> {
  return async (dispatch) => {
    await dispatch(readOwnName());
    // By then nothing on the page asks under the former name, which the server would refuse.
    await new Promise((resolve) => setTimeout(resolve));
    dispatch(api.util.invalidateTags([...liveTags, 'UnreadNotifications']));
  };
}
