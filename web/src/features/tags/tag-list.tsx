import { Button, Skeleton } from '@mantine/core';
import { IconTag } from '@tabler/icons-react';
import { messages } from '@parlour/contracts/messages';
import type { TagCountWire } from '@parlour/contracts/qa';
import { memo } from 'react';
import { Link } from 'react-router';
import { EmptyState } from '../../shared/parts/empty-state.tsx';
import { Failure } from '../../shared/parts/failure.tsx';
import { LoadMore } from '../../shared/parts/load-more.tsx';
import { serverText } from '../../shared/http/call-failure.ts';
import { useViewer } from '../../shared/state/use-viewer.ts';
import { count } from '../../shared/text/count.ts';
import { useGetTagsInfiniteQuery } from './tags.api.ts';
import classes from './tags.module.css';

// Counts change with every question, without live events: refetch on each visit, showing cached
// ones meanwhile.
const everyVisit = { refetchOnMountOrArgChange: true };

/** The number of tags, for the heading. Shares the list's query. */
export function TagTotal() {
  const { currentData } = useGetTagsInfiniteQuery({ viewer: useViewer() });
  const total = currentData?.pages[0]?.total;
  return <span role="status">{total === undefined ? '' : count(total, 'tag')}</span>;
}

/** A card per tag; loads more on scrolling. */
export function TagList() {
  const query = useGetTagsInfiniteQuery({ viewer: useViewer() }, everyVisit);
  const pages = query.currentData?.pages;
  if (!pages) {
    return query.error ? (
      <Failure title={messages.tagsFailed} detail={serverText(query.error)} onRetry={() => query.refetch()} />
    ) : (
      <TagListSkeleton />
    );
  }
  const rows = pages.flatMap((page) => page.rows);
  // Tags may shift between pages while loading, so drop duplicates and keep the first.
  const distinct = [...new Map(rows.map((row) => [row.name, row])).values()];
  if (distinct.length === 0) {
    return (
      <div className={classes.empty}>
        <EmptyState icon={<IconTag size={28} />} title="No tags yet">
          <p>Tags appear here once a question uses them.</p>
          <Button component={Link} to="/new/question">
            Ask a Question
          </Button>
        </EmptyState>
      </div>
    );
  }
  return (
    <>
      <ul className={classes.list} aria-label="Tags">
        {distinct.map((tag) => (
          <TagCard key={tag.name} tag={tag} />
        ))}
      </ul>
      {query.isFetchNextPageError && (
        <div className={classes.failed}>
          <Failure title={messages.tagsFailed} detail={serverText(query.error)} />
        </div>
      )}
      {query.hasNextPage && (
        <LoadMore
          label="Show more tags"
          pending={query.isFetchingNextPage}
          automatic={!query.isFetchNextPageError}
          onMore={() => {
            void query.fetchNextPage();
          }}
        />
      )}
    </>
  );
}

const TagCard = memo(function TagCard({ tag }: { readonly tag: TagCountWire }) {
  return (
    <li className={classes.card}>
      <Link to={`/home?tag=${encodeURIComponent(tag.name)}`} className={classes.name}>
        <bdi>{tag.name}</bdi>
      </Link>
      <p className={classes.description}>{tag.description}</p>
      <p className={classes.questions}>{count(tag.qcnt, 'question')}</p>
    </li>
  );
});

function TagListSkeleton() {
  return (
    <div className={classes.list} aria-busy="true" aria-label="Loading tags">
      {[44, 62, 38, 55, 70, 48, 58, 40, 66].map((width) => (
        <div key={width} className={classes.card}>
          <Skeleton height={16} width={`${width}%`} />
          <Skeleton height={12} width="80%" mt={14} />
          <Skeleton height={12} width="35%" mt={12} />
        </div>
      ))}
    </div>
  );
}
