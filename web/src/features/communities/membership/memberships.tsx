import { messages } from '@parlour/contracts/messages';
import type { ReactNode } from 'react';
import { everyVisit } from '../../../shared/http/endpoint.ts';
import { useGetMembershipsInfiniteQuery } from '../communities.api.ts';
import { CommunityRows } from '../list/community-rows.tsx';

/**
 * The communities that a person is a member of, as far as the viewer may see it; `children` are
 * shown if there are none.
 */
export function Memberships({ username, children }: { readonly username: string; readonly children: ReactNode }) {
  const query = useGetMembershipsInfiniteQuery(username, everyVisit);
  return (
    <CommunityRows query={query} failure={messages.ownCommunitiesFailed}>
      {children}
    </CommunityRows>
  );
}
