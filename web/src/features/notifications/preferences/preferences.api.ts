import { notificationTypes, type NotificationType } from '@parlour/contracts/notifications/notifications';
import type { ChangePreferences } from '@parlour/contracts/notifications/notifications.requests';
import type { ReplyOf } from '@parlour/contracts/rpc';
import { api } from '../../../shared/api.ts';
import { change, type Submitted } from '../../../shared/http/endpoint.ts';
import { newSubmissionKey } from '../../../shared/http/submission-key.ts';
import type { Thunk } from '../../../shared/state/store.ts';
import type { Outcome } from '../../../shared/http/outcome.ts';

export const preferencesApi = api.injectEndpoints({
  endpoints: (build) => ({
    getPreferences: build.query<ReplyOf<'notifications.getPreferences'>, undefined>({
      query: () => ({ path: '/notifications/preferences' }),
    }),
    changePreferences: build.mutation<ReplyOf<'notifications.changePreferences'>, Submitted<ChangePreferences>>({
      query: change('/notifications/preferences'),
    }),
  }),
});

export const { useGetPreferencesQuery } = preferencesApi;

/**
 * Applies the difference between two lists of types to the preferences that the server has now, and
 * caches the reply. Applied twice, it changes nothing, so every attempt has its own key: a repeated
 * key would bring back the list of the first one.
 */
export function changePreferences(
  from: readonly NotificationType[],
  to: readonly NotificationType[],
): Thunk<Promise<Outcome<ReplyOf<'notifications.changePreferences'>>>> {
  return async (dispatch) => {
    const { getPreferences, changePreferences: call } = preferencesApi.endpoints;
    const current = await dispatch(getPreferences.initiate(undefined, { forceRefetch: true, subscribe: false }));
    // A failed read still has the data of the one before.
    if (current.error !== undefined || !current.data) return { error: current.error };
    const { wanted: stored } = current.data;
    const wanted = notificationTypes.filter((type) =>
      from.includes(type) === to.includes(type) ? stored.includes(type) : to.includes(type),
    );
    const answer = await dispatch(call.initiate({ wanted, submissionKey: newSubmissionKey() }));
    dispatch(
      preferencesApi.util.updateQueryData('getPreferences', undefined, (draft) => {
        Object.assign(draft, answer.data);
      }),
    );
    return answer;
  };
}
