import type { BlockedPersonWire } from '@parlour/contracts/identity/identity';
import type { Block } from '@parlour/contracts/identity/identity.requests';
import { limits } from '@parlour/contracts/limits';
import type { ReplyOf } from '@parlour/contracts/rpc';
import { api } from '../../../shared/api.ts';
import { change, type PageOf, paged, type Submitted } from '../../../shared/http/endpoint.ts';
import { blockChanged, blockedKnown } from '../../../shared/state/blocked.slice.ts';
import { userChanged } from '../../../shared/state/session.slice.ts';
import type { Thunk } from '../../../shared/state/store.ts';
import { userTag } from '../../../shared/users.api.ts';
import { refetchVisible } from '../../../shared/state/visible-questions.ts';
import { visibleQuestionTags } from '../people.api.ts';

const pageSize = limits.page.greatest;

/** More pages than anybody blocks people: a list that does not end must not be read forever. */
const pagesRead = 50;

export const blockedApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The people whom the viewer has blocked, the latest first. */
    getBlocked: build.infiniteQuery<PageOf<'identity.getBlocked'>, void, string>({
      ...paged(() => ({ path: '/user/blocked', query: { limit: pageSize } })),
      providesTags: ['Blocked'],
    }),
    block: build.mutation<ReplyOf<'identity.block'>, Submitted<Block>>({ query: change('/user/block') }),
    unblock: build.mutation<ReplyOf<'identity.unblock'>, Submitted<Block>>({ query: change('/user/unblock') }),
  }),
});

export const { useGetBlockedInfiniteQuery } = blockedApi;

/** Reads the names of everybody whom the viewer has blocked; if that fails, the next call does. */
export function readBlocked(): Thunk<Promise<void>> {
  return async (dispatch) => {
    const { initiate } = blockedApi.endpoints.getBlocked;
    const found: BlockedPersonWire[] = [];
    const read = dispatch(initiate(undefined, { forceRefetch: true, subscribe: true }));
    try {
      let { data } = await read;
      for (let pages = 1; data?.pages.at(-1)?.next !== undefined && pages < pagesRead; pages++) {
        ({ data } = await dispatch(initiate(undefined, { direction: 'forward', subscribe: false })));
      }
      if (!data) return;
      found.push(...data.pages.flatMap(({ rows }) => rows));
      dispatch(blockedKnown(found.map(({ username }) => username)));
    } finally {
      read.unsubscribe();
    }
  };
}

/** Blocks a person, or lifts the block; returns the failure, if there is one. */
export function setBlocked(
  blocked: boolean,
  { viewer, ...submitted }: Submitted<Block> & { readonly viewer: string },
): Thunk<Promise<unknown>> {
  return async (dispatch) => {
    const { block, unblock } = blockedApi.endpoints;
    const { data, error } = await dispatch((blocked ? block : unblock).initiate(submitted));
    if (!data) return error;
    const { username } = submitted;
    dispatch(userChanged(data));
    dispatch(blockChanged({ username, blocked }));
    dispatch(api.util.invalidateTags(['Blocked', userTag(viewer), userTag(username)]));
    // Follows between the two have ended.
    dispatch(refetchVisible(visibleQuestionTags));
    return undefined;
  };
}
