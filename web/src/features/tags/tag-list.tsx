import { Button, Skeleton } from '@mantine/core';
import { messages } from '@parlour/contracts/messages';
import type { TagCountWire } from '@parlour/contracts/qa/qa';
import { memo } from 'react';
import { Link } from 'react-router';
import { EmptyState } from '../../design/parts/list/empty-state.tsx';
import { Failure } from '../../design/parts/feedback/failure.tsx';
import { ListFoot } from '../../design/parts/list/list-foot.tsx';
import { Loading } from '../../design/parts/feedback/loading.tsx';
import { serverText } from '../../shared/http/call-failure.ts';
import { everyVisit } from '../../shared/http/endpoint.ts';
import { rowsOf } from '../../shared/http/pages.ts';
import { useHeldRows } from '../../shared/state/hooks/use-held-rows.ts';
import { useHoverPause } from '../../shared/state/hooks/use-hover-pause.ts';
import { useViewer } from '../../shared/state/hooks/use-viewer.ts';
import { count } from '../../shared/text/count.ts';
import { type TagListOf, useGetTagsInfiniteQuery } from './tags.api.ts';
import classes from './tags.module.css';

/** The choices above the list. */
export type TagChoice = Required<Pick<TagListOf, 'order'>> & { readonly search: string };

/** The query that the list and its heading share. */
function useTags({ search, order }: TagChoice, options?: typeof everyVisit) {
  const viewer = useViewer();
  return useGetTagsInfiniteQuery(
    { viewer, isLive: true, ...(search !== '' && { search }), ...(order === 'name' && { order }) },
    options,
  );
}

/** The number of tags, for the heading. */
export function TagTotal({ choice }: { readonly choice: TagChoice }) {
  const { currentData } = useTags(choice);
  const total = currentData?.pages[0]?.total;
  return <span role="status">{total === undefined ? '' : count(total, 'tag')}</span>;
}

/** A card per tag; loads more on scrolling. */
export function TagList({ choice }: { readonly choice: TagChoice }) {
  // Counts change with every question, also while the page is away.
  const query = useTags(choice, everyVisit);
  // While others load, the previous ones stay, so that the list doesn't flicker.
  const pages = query.data?.pages;
  const isCurrent = query.currentData !== undefined;
  const pause = useHoverPause();
  const rows = useHeldRows(rowsOf(pages, ({ name }) => name) ?? [], {
    held: pause.now && isCurrent,
    of: `${choice.order} ${choice.search}`,
    idOf: ({ name }) => name,
  });
  if (query.error && !isCurrent) {
    return <Failure title={messages.tagsFailed} detail={serverText(query.error)} onRetry={() => query.refetch()} />;
  }
  if (!pages) return <TagListSkeleton />;
  // The previous letters found nothing: that says nothing of these.
  if (rows.length === 0 && !isCurrent) return <TagListSkeleton />;
  if (rows.length === 0 && choice.search !== '') {
    return (
      <div className="card">
        <EmptyState drawing="lost" title="No Tags Found">
          <p>
            No tag contains “<bdi>{choice.search}</bdi>”. Try fewer letters.
          </p>
        </EmptyState>
      </div>
    );
  }
  if (rows.length === 0) {
    return (
      <div className="card">
        <EmptyState drawing="tags" title="No tags yet">
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
      <ul {...pause.handlers} className={classes.list} aria-label="Tags" aria-busy={!isCurrent}>
        {rows.map((tag) => (
          <TagCard key={tag.name} tag={tag} />
        ))}
      </ul>
      {isCurrent && <ListFoot query={query} label="Show more tags" failed={messages.tagsFailed} />}
    </>
  );
}

const TagCard = memo(function TagCard({ tag }: { readonly tag: TagCountWire }) {
  return (
    <li className={classes.card}>
      <Link to={`/home?tag=${encodeURIComponent(tag.name)}`} className={classes.name}>
        <bdi>{tag.name}</bdi>
      </Link>
      <p className={classes.questions}>{count(tag.qcnt, 'question')}</p>
      <p className={classes.description} dir="auto">
        {tag.description}
      </p>
    </li>
  );
});

function TagListSkeleton() {
  return (
    <Loading label="Loading tags" className={classes.list}>
      {[44, 62, 38, 55, 70, 48, 58, 40, 66, 52, 60, 46].map((width) => (
        <div key={width} className={classes.card}>
          <Skeleton height={26} width={`${width}%`} />
          <div className={classes.description}>
            <Skeleton height={12} width="80%" mt={6} />
          </div>
        </div>
      ))}
    </Loading>
  );
}
