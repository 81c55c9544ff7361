import type { CommunityList, CommunityPersonWire } from '@parlour/contracts/communities/communities';
import { useViewer } from '../../../shared/state/hooks/use-viewer.ts';
import { useGetUsersInfiniteQuery } from '../../../shared/users.api.ts';
import { rowsOf } from '../../../shared/http/pages.ts';
import { useGetPeopleInfiniteQuery } from '../communities.api.ts';

const nameOf = ({ username }: { readonly username: string }) => username;

/** The people in a list of a community whose names match; with `wide`, everyone but the viewer. */
export function usePeople({
  communityId,
  list,
  search,
  wide = false,
}: {
  readonly communityId: string;
  readonly list: CommunityList;
  readonly search: string;
  readonly wide?: boolean;
}) {
  const viewer = useViewer();
  const inList = useGetPeopleInfiniteQuery({ communityId, list, search }, { skip: wide });
  const all = useGetUsersInfiniteQuery({ search, exclude: viewer }, { skip: !wide });
  const query = wide ? all : inList;
  return {
    rows: wide
      ? rowsOf(all.data?.pages, nameOf)?.map(({ username }): CommunityPersonWire => ({ username, position: 6 }))
      : rowsOf(inList.data?.pages, nameOf),
    current: query.currentData !== undefined,
    error: query.error,
    more: query.hasNextPage,
    pending: query.isFetchingNextPage,
    next: () => void query.fetchNextPage(),
    again: () => (query.isFetchNextPageError ? query.fetchNextPage() : query.refetch()),
  };
}
