import type { ReplyOf } from '@parlour/contracts/rpc';
import type { Report } from '@parlour/contracts/reports.requests';
import { api } from './api.ts';
import { change, type Submitted } from './http/endpoint.ts';

/** Reports, which people make wherever something can be reported. */
export const reportApi = api.injectEndpoints({
  endpoints: (build) => ({
    report: build.mutation<ReplyOf<'communities.report'>, Submitted<Report>>({
      query: change('/report'),
      invalidatesTags: ['Reports'],
    }),
  }),
});

export const { useReportMutation } = reportApi;
