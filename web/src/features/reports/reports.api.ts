import type { GetReports, ResolveReport } from '@parlour/contracts/communities/reports.requests';
import type { ReplyOf } from '@parlour/contracts/rpc';
import { api } from '../../shared/api.ts';
import { change, paged, type PageOf, type Submitted } from '../../shared/http/endpoint.ts';

/** Which reports a list has. */
export type ReportList = Pick<GetReports, 'communityId' | 'state'>;

const reportsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getReports: build.infiniteQuery<PageOf<'communities.getReports'>, ReportList, string>({
      ...paged((query) => ({ path: '/reports', query })),
      providesTags: ['Reports'],
    }),
    resolveReport: build.mutation<ReplyOf<'communities.resolveReport'>, Submitted<ResolveReport>>({
      query: change('/reports/resolve'),
      // Also if it is refused: somebody else may have resolved it.
      invalidatesTags: ['Reports', 'Accounts', 'SiteLog'],
    }),
  }),
});

export const { useGetReportsInfiniteQuery, useResolveReportMutation } = reportsApi;
