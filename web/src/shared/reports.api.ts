import type { ReplyOf } from '@parlour/contracts/rpc';
import type { Report } from '@parlour/contracts/communities/reports.requests';
import { api } from './api.ts';
import { change, type Submitted } from './http/endpoint.ts';
import { toListPage } from './http/pages.ts';

/** Reports, which people make wherever something can be reported, and the number of open ones. */
export const reportApi = api.injectEndpoints({
  endpoints: (build) => ({
    report: build.mutation<ReplyOf<'communities.report'>, Submitted<Report>>({
      query: change('/report'),
      invalidatesTags: ['Reports'],
    }),
    countReports: build.query<number, void>({
      query: () => ({ path: '/reports', query: { limit: '1' } }),
      transformResponse: (rows: readonly unknown[], meta) => toListPage(rows, meta).total,
      providesTags: ['Reports'],
    }),
  }),
});

export const { useCountReportsQuery, useReportMutation } = reportApi;
