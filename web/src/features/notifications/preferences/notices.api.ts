import type { NoticesWire } from '@parlour/contracts/notifications/notices';
import type { ChangeNotices } from '@parlour/contracts/notifications/notices.requests';
import { api } from '../../../shared/api.ts';
import { change, type Submitted } from '../../../shared/http/endpoint.ts';

/** What is left out stays as it is, so that tabs and rows undo nothing of each other. */
export const noticesApi = api.injectEndpoints({
  endpoints: (build) => ({
    getNotices: build.query<NoticesWire, undefined>({ query: () => ({ path: '/user/notices' }) }),
    changeNotices: build.mutation<NoticesWire, Submitted<ChangeNotices>>({
      query: change('/user/notices', 'PUT'),
      async onQueryStarted({ kinds = {}, ...times }, { dispatch, queryFulfilled }) {
        const { data } = await queryFulfilled.catch(() => ({ data: undefined }));
        if (!data) return;
        dispatch(
          noticesApi.util.updateQueryData('getNotices', undefined, (draft) => {
            // Answers may overtake each other: only what was asked for counts.
            for (const [kind, levels] of Object.entries(data.kinds)) {
              if (kind in kinds) Object.assign(draft.kinds, { [kind]: levels });
            }
            if ('quiet' in times) Object.assign(draft, { quiet: data.quiet });
            if ('until' in times) Object.assign(draft, { until: data.until });
          }),
        );
      },
    }),
  }),
});

export const { useGetNoticesQuery, useChangeNoticesMutation } = noticesApi;
