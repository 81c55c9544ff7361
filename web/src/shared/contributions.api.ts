import type { ReplyOf } from '@parlour/contracts/rpc';
import { api } from './api.ts';
import { pathTo } from './http/endpoint.ts';

const contributionsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** How many questions and answers somebody has posted that the viewer may see. */
    getContributions: build.query<ReplyOf<'qa.contributions'>, string>({
      query: (username) => ({ path: pathTo`/user/getUser/${username}/contributions` }),
    }),
  }),
});

export const { useGetContributionsQuery } = contributionsApi;
