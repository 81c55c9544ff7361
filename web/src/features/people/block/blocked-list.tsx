import { Skeleton } from '@mantine/core';
import type { BlockedPersonWire } from '@parlour/contracts/identity/identity';
import { EmptyState } from '../../../design/parts/list/empty-state.tsx';
import { Failure } from '../../../design/parts/feedback/failure.tsx';
import { ListFoot } from '../../../design/parts/list/list-foot.tsx';
import { Loading } from '../../../design/parts/feedback/loading.tsx';
import { PersonLink } from '../../../design/parts/person/person-link.tsx';
import { RelativeTime } from '../../../design/parts/text/relative-time.tsx';
import { serverText } from '../../../shared/http/call-failure.ts';
import { useGetBlockedInfiniteQuery } from './blocked.api.ts';
import classes from './block.module.css';
import { headingAround } from '../../../design/parts/page/move-focus.ts';
import UnblockButton from './unblock-button.tsx';

const failed = 'The people you have blocked could not be loaded';

/** The people whom the viewer has blocked, the latest first. */
export default function BlockedList() {
  const query = useGetBlockedInfiniteQuery();
  const { data, error } = query;
  if (!data && error !== undefined) {
    return <Failure title={failed} detail={serverText(error)} onRetry={() => query.refetch()} />;
  }
  if (!data) {
    return (
      <Loading label="Loading the people you have blocked">
        <Skeleton height={14} width="55%" />
        <Skeleton height={14} width="40%" mt={16} />
      </Loading>
    );
  }
  const rows = data.pages.flatMap((page) => page.rows);
  if (rows.length === 0) {
    return (
      <EmptyState drawing="people" title="You haven’t blocked anybody">
        <p>You can block somebody from their profile. They are not told.</p>
      </EmptyState>
    );
  }
  return (
    <>
      <ul aria-label="People you have blocked">
        {rows.map((person) => (
          <Row key={person._id} person={person} />
        ))}
      </ul>
      <ListFoot query={query} label="Show more people" failed={failed} />
    </>
  );
}

function Row({ person: { username, blockedAt } }: { readonly person: BlockedPersonWire }) {
  return (
    <li className={classes.row}>
      <span>
        <PersonLink username={username} avatar="m" />{' '}
        <span className="soft">
          blocked <RelativeTime at={blockedAt} />
        </span>
      </span>
      <UnblockButton username={username} size="xs" then={headingAround} />
    </li>
  );
}
