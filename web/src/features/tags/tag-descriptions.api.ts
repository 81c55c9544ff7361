import type { DescribeTag } from '@parlour/contracts/qa/qa.requests';
import type { ReplyOf } from '@parlour/contracts/rpc';
import { api } from '../../shared/api.ts';
import { change, pathTo, type Submitted } from '../../shared/http/endpoint.ts';

const descriptionsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Read again for each version; the version is no part of the call. */
    getTagHistory: build.query<ReplyOf<'qa.tagHistory'>, { readonly name: string; readonly version: number }>({
      query: ({ name }) => ({ path: pathTo`/tag/history/${name}` }),
      keepUnusedDataFor: 0,
    }),
    describeTag: build.mutation<ReplyOf<'qa.describeTag'>, Submitted<DescribeTag>>({
      query: change('/tag/describe', 'PATCH'),
      // Lists and completion show it too.
      invalidatesTags: (tag) => (tag ? ['Tags'] : []),
    }),
  }),
});

export const { useGetTagHistoryQuery, useDescribeTagMutation } = descriptionsApi;
