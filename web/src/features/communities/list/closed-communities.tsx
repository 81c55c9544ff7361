import { messages } from '@parlour/contracts/messages';
import { useState } from 'react';
import { everyVisit } from '../../../shared/http/endpoint.ts';
import { useGetClosedCommunitiesInfiniteQuery } from '../communities.api.ts';
import classes from './community-list.module.css';
import { CommunityRows } from './community-rows.tsx';

/**
 * Closed communities that the viewer can read: all, or their own. They load when they are opened.
 */
export function ClosedCommunities({ of = '', search = '' }: { readonly of?: string; readonly search?: string }) {
  const [open, setOpen] = useState(false);
  return (
    <details className={classes.closed} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className={classes.closedSwitch}>Closed communities</summary>
      {open && <Rows of={of} search={search} />}
    </details>
  );
}

function Rows({ of, search }: { readonly of: string; readonly search: string }) {
  const query = useGetClosedCommunitiesInfiniteQuery({ of, search }, everyVisit);
  const failure = of === '' ? messages.communitiesFailed : messages.ownCommunitiesFailed;
  return (
    <CommunityRows query={query} failure={failure} label="Closed communities">
      <p className={classes.noneClosed}>No community has been closed.</p>
    </CommunityRows>
  );
}
