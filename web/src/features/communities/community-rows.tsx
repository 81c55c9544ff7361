import { Button, Skeleton } from '@mantine/core';
import type { CommunityRowWire } from '@parlour/contracts/communities';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import { serverText } from '../../shared/http/call-failure.ts';
import type { ListPage } from '../../shared/http/pages.ts';
import { Failure } from '../../shared/parts/failure.tsx';
import { LoadMore } from '../../shared/parts/load-more.tsx';
import { count } from '../../shared/text/count.ts';
import classes from './community-list.module.css';
import { communityAddress, positionNames } from './position.ts';
import { VisibilityMark } from './visibility-mark.tsx';

/** The parts of a communities query that the list needs. */
interface CommunitiesQuery {
  readonly data?: { readonly pages: readonly ListPage<CommunityRowWire>[] } | undefined;
  readonly currentData?: unknown;
  readonly error?: unknown;
  readonly isFetchNextPageError: boolean;
  readonly isFetchingNextPage: boolean;
  readonly hasNextPage: boolean;
  readonly refetch: () => unknown;
  readonly fetchNextPage: () => unknown;
}

/**
 * A list of communities with its loading, error and paging states; `children` are shown if it is
 * empty.
 */
export function CommunityRows({
  query,
  failure,
  children,
}: {
  readonly query: CommunitiesQuery;
  readonly failure: string;
  readonly children: ReactNode;
}) {
  const current = query.currentData !== undefined;
  if (query.error !== undefined && !current) {
    return <Failure title={failure} detail={serverText(query.error)} onRetry={() => query.refetch()} />;
  }
  if (!query.data) return <RowsSkeleton />;
  const all = query.data.pages.flatMap((page) => page.rows);
  // Rows may shift between pages while loading, so drop duplicates and keep the first.
  const rows = [...new Map(all.map((row) => [row._id, row])).values()];
  if (rows.length === 0 && current) return <div className={classes.list}>{children}</div>;
  return (
    <>
      {query.error !== undefined && (
        <div className={classes.failure}>
          <Failure title={failure} detail={serverText(query.error)} />
        </div>
      )}
      <ul className={classes.list} aria-label="Communities" aria-busy={!current}>
        {rows.map((row) => (
          <li key={row._id}>
            <CommunityRow community={row} />
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

function CommunityRow({ community }: { readonly community: CommunityRowWire }) {
  const { _id: id, name, description, visibility, memberCount, position } = community;
  const heading = useId();
  return (
    <article className={classes.row} aria-labelledby={heading}>
      <div className={classes.words}>
        <div className={classes.nameLine}>
          <h2 id={heading} className={classes.name}>
            <bdi>{name}</bdi>
          </h2>
          <VisibilityMark visibility={visibility} />
        </div>
        <p className={classes.description}>
          <bdi>{description}</bdi>
        </p>
        <p className={classes.facts}>
          {count(memberCount, 'member')}
          {positionNames[position] !== undefined && (
            <>
              {' · '}
              <strong>{positionNames[position]}</strong>
            </>
          )}
        </p>
      </div>
      <Button
        component={Link}
        to={communityAddress(id)}
        variant="default"
        aria-describedby={heading}
        className={classes.view ?? ''}
      >
        View Community
      </Button>
    </article>
  );
}

function RowsSkeleton() {
  return (
    <div className={classes.list} aria-busy="true" aria-label="Loading communities">
      {[34, 48, 40, 56].map((width) => (
        <div key={width} className={classes.row}>
          <div className={classes.words}>
            <Skeleton height={16} width={`${width}%`} />
            <Skeleton height={12} width={`${width + 30}%`} mt={12} />
            <Skeleton height={11} width="90px" mt={10} />
          </div>
        </div>
      ))}
    </div>
  );
}
