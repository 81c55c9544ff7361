import { Button, Skeleton } from '@mantine/core';
import type { CommunityRowWire } from '@parlour/contracts/communities/communities';
import { type ReactNode, useId, useRef } from 'react';
import { Link } from 'react-router';
import { serverText } from '../../../shared/http/call-failure.ts';
import { rowsOf, type ListPage } from '../../../shared/http/pages.ts';
import { IconArrowRight } from '../../../design/parts/look/icons.tsx';
import { Emblem } from '../../../design/parts/look/emblem.tsx';
import { Failure } from '../../../design/parts/feedback/failure.tsx';
import { LoadMore } from '../../../design/parts/list/load-more.tsx';
import { Loading } from '../../../design/parts/feedback/loading.tsx';
import { useHeldRows } from '../../../shared/state/hooks/use-held-rows.ts';
import { useHoverPause } from '../../../shared/state/hooks/use-hover-pause.ts';
import { count } from '../../../shared/text/count.ts';
import classes from './community-list.module.css';
import { JoinInPlace } from '../membership/join-in-place.tsx';
import { communityAddress } from '../membership/permissions.ts';
import { RoleChip } from '../community/role-chip.tsx';
import { ClosedMark, VisibilityMark } from '../../../design/parts/look/visibility-mark.tsx';

/** The parts of a communities query that the list needs. */
interface CommunitiesQuery {
  readonly data?: { readonly pages: readonly ListPage<CommunityRowWire>[] } | undefined;
  readonly currentData?: unknown;
  /** What was asked for. */
  readonly originalArgs?: unknown;
  readonly error?: unknown;
  readonly isFetchNextPageError: boolean;
  readonly isFetchingNextPage: boolean;
  readonly hasNextPage: boolean;
  readonly refetch: () => unknown;
  readonly fetchNextPage: () => unknown;
}

/**
 * Communities as cards, with their loading, error and paging states; `children` are shown if there
 * are none.
 */
export function CommunityRows({
  query,
  failure,
  label = 'Communities',
  children,
}: {
  readonly query: CommunitiesQuery;
  readonly failure: string;
  readonly label?: string;
  readonly children: ReactNode;
}) {
  const current = query.currentData !== undefined;
  const pause = useHoverPause();
  const rows = useHeldRows(rowsOf(query.data?.pages, ({ _id }) => _id) ?? [], {
    held: pause.now && current,
    of: JSON.stringify(query.originalArgs),
    idOf: ({ _id }) => _id,
  });
  if (query.error !== undefined && !current) {
    return <Failure title={failure} detail={serverText(query.error)} onRetry={() => query.refetch()} />;
  }
  if (!query.data) return <CardsSkeleton />;
  if (rows.length === 0 && current) return <div className="card">{children}</div>;
  return (
    <>
      {query.error !== undefined && (
        <div className={classes.failure}>
          <Failure title={failure} detail={serverText(query.error)} />
        </div>
      )}
      <ul {...pause.handlers} className={classes.list} aria-label={label} aria-busy={!current}>
        {rows.map((row) => (
          <li key={row._id}>
            <CommunityCard community={row} />
          </li>
        ))}
      </ul>
      {current && query.hasNextPage && (
        <LoadMore
          label="Show more communities"
          pending={query.isFetchingNextPage}
          automatic={!query.isFetchNextPageError}
          onMore={() => void query.fetchNextPage()}
        />
      )}
    </>
  );
}

function CommunityCard({ community }: { readonly community: CommunityRowWire }) {
  const { _id: id, name, picture, description, visibility, memberCount, position, closedAt } = community;
  const heading = useId();
  const view = useRef<HTMLAnchorElement>(null);
  return (
    <article className={classes.card} aria-labelledby={heading}>
      <div className={classes.top}>
        <Emblem name={name} picture={picture} />
        <div className={classes.names}>
          <h2 id={heading} className={classes.name}>
            <bdi>{name}</bdi>
          </h2>
          <span className={classes.chips}>
            <VisibilityMark visibility={visibility} />
            {closedAt !== null && <ClosedMark />}
          </span>
        </div>
      </div>
      <p className={classes.description} dir="auto">
        {description}
      </p>
      <div className={classes.facts}>
        <span>{count(memberCount, 'member')}</span>
        <RoleChip position={position} />
        <Button
          ref={view}
          component={Link}
          to={communityAddress(id)}
          variant="subtle"
          size="compact-sm"
          rightSection={<IconArrowRight size={15} aria-hidden />}
          aria-describedby={heading}
          className={classes.view ?? ''}
        >
          View Community
        </Button>
        {position === 6 && closedAt === null && <JoinInPlace community={community} then={view} />}
      </div>
    </article>
  );
}

function CardsSkeleton() {
  return (
    <Loading label="Loading communities" className={classes.list}>
      {[34, 48, 40, 56].map((width) => (
        <div key={width} className={classes.card}>
          <div className={classes.top}>
            <Skeleton height={44} width={44} />
            <Skeleton height={16} width={`${width}%`} />
          </div>
          <Skeleton height={12} width="95%" mt={16} />
          <Skeleton height={12} width="60%" mt={10} />
        </div>
      ))}
    </Loading>
  );
}
