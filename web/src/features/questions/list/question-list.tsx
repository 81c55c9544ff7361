import { Button, Skeleton } from '@mantine/core';
import { limits } from '@parlour/contracts/limits';
import { messages } from '@parlour/contracts/messages';
import type { QuestionOrder, QuestionRowWire } from '@parlour/contracts/qa/qa';
import { type ReactNode, useEffect } from 'react';
import { useDispatch } from 'react-redux';
import { Link } from 'react-router';
import { EmptyState } from '../../../design/parts/list/empty-state.tsx';
import { Failure } from '../../../design/parts/feedback/failure.tsx';
import { IconArrowUp } from '../../../design/parts/look/icons.tsx';
import { ListFoot } from '../../../design/parts/list/list-foot.tsx';
import { Loading } from '../../../design/parts/feedback/loading.tsx';
import { moveFocusToHeading } from '../../../design/parts/page/move-focus.ts';
import { serverText } from '../../../shared/http/call-failure.ts';
import { rowsOf } from '../../../shared/http/pages.ts';
import type { Dispatch } from '../../../shared/state/store.ts';
import { useArrival } from '../../../shared/state/hooks/use-arrival.ts';
import { useGradually } from '../../../shared/state/hooks/use-gradually.ts';
import { count } from '../../../shared/text/count.ts';
import { useDensity } from './density.ts';
import { type CommunityMark, QuestionCard } from './question-card.tsx';
import { isCapped, searchOf, type QuestionListOf } from './question-search.ts';
import { useGetQuestionsInfiniteQuery } from '../questions.api.ts';
import { refreshList, releaseWaiting, showList } from '../questions.live.ts';
import pill from '../../../design/parts/list/pill.module.css';
import classes from './question-list.module.css';

/** Within this distance from the top, a new row pushes away nothing that is being read. */
const topPixels = 80;

/** "1,000+ questions": many lists are counted up to one more than that only (decisions T-5). */
export function questionTotal(total: number, list: QuestionListOf): string {
  return isCapped(list, total)
    ? `${limits.countedExactly.toLocaleString('en-US')}+ questions`
    : count(total, 'question');
}

/** The number of questions in a list, for its heading. Shares the list's query. */
export function QuestionTotal({ list }: { readonly list: QuestionListOf }) {
  const { currentData } = useGetQuestionsInfiniteQuery(list);
  // Together with the list.
  const total = useArrival(currentData?.pages[0]?.total);
  return <span role="status">{total === undefined ? '' : questionTotal(total, list)}</span>;
}

/** A list of questions; loads more on scrolling and keeps new ones waiting behind a pill. */
export function QuestionList({
  list,
  community,
  mayAsk = true,
  ifNone = (none) => none,
}: {
  readonly list: QuestionListOf;
  /** A stable function; without it, rows say nothing of communities. */
  readonly community?: CommunityMark;
  /** False for a closed community. */
  readonly mayAsk?: boolean;
  /** What is shown in place of an empty list, from what says so. */
  readonly ifNone?: (none: ReactNode) => ReactNode;
}) {
  const query = useGetQuestionsInfiniteQuery(list);
  const dispatch = useDispatch<Dispatch>();
  const pages = useArrival(query.currentData?.pages);
  const waiting = pages?.[0]?.waiting.length ?? 0;
  const misplaced = pages?.[0]?.misplaced.length ?? 0;

  useEffect(() => dispatch(showList(list)), [dispatch, list]);

  useEffect(() => {
    // After layout effects, so that a restored scroll position counts.
    if (waiting > 0 && window.scrollY < topPixels) dispatch(releaseWaiting(list));
  }, [dispatch, list, waiting]);

  if (!pages) {
    return query.error ? (
      <Failure title={messages.questionsFailed} detail={serverText(query.error)} onRetry={() => query.refetch()} />
    ) : (
      <QuestionListSkeleton />
    );
  }

  const rows = rowsOf(pages, ({ _id }) => _id);
  const news = [
    ...(waiting > 0 ? [count(waiting, 'new question')] : []),
    ...(misplaced > 0 ? [count(misplaced, 'change'), 'refresh'] : []),
  ].join(', ');
  const isRefreshFailed = news !== '' && query.error !== undefined && !query.isFetchNextPageError;
  return (
    <>
      <p role="status" className="visually-hidden">
        {news}
      </p>
      {news !== '' && (
        <div className={classes.pillPlace}>
          <button
            type="button"
            className={pill.pill}
            disabled={query.isFetching}
            onClick={({ currentTarget }) => {
              dispatch(misplaced > 0 ? refreshList(list) : releaseWaiting(list));
              window.scrollTo({ top: 0 });
              moveFocusToHeading(currentTarget);
            }}
          >
            <IconArrowUp size={16} aria-hidden />
            {news}
          </button>
        </div>
      )}
      {isRefreshFailed && (
        <Failure title={messages.questionsFailed} detail={serverText(query.error)} onRetry={() => query.refetch()} />
      )}
      {rows.length === 0 ? (
        ifNone(<NoQuestions list={list} mayAsk={mayAsk} />)
      ) : (
        <Rows
          rows={rows}
          community={community}
          foot={<ListFoot query={query} label="Show more questions" failed={messages.questionsFailed} />}
        />
      )}
    </>
  );
}

function Rows({
  rows,
  community,
  foot,
}: {
  readonly rows: readonly QuestionRowWire[];
  readonly community?: CommunityMark | undefined;
  /** The end of the list, which loads more once it is near. */
  readonly foot: ReactNode;
}) {
  const shown = useGradually(rows.length);
  return (
    <>
      <ul className={classes.list} aria-label="Questions" data-density={useDensity()}>
        {rows.slice(0, shown).map((row) => (
          <li key={row._id}>
            <QuestionCard question={row} community={community} />
          </li>
        ))}
      </ul>
      {shown === rows.length && foot}
    </>
  );
}

function NoQuestions({ list, mayAsk }: { readonly list: QuestionListOf; readonly mayAsk: boolean }) {
  const { tags, words, unanswerable } = searchOf(list);
  if (tags.length > 0 || (list.search ?? '').trim() !== '') {
    return (
      <EmptyState drawing="lost" title="No Questions Found">
        <p>
          {words.length === 0 && !unanswerable
            ? 'No questions here yet.'
            : 'Try fewer or shorter words, or look for a tag by writing it in brackets, like [garden].'}
        </p>
        <Button component={Link} to="/home" variant="default">
          All questions
        </Button>
      </EmptyState>
    );
  }
  const { title, advice, asking } = emptyOrders[list.order];
  const said = [advice, mayAsk ? asking : undefined].filter((each) => each !== undefined).join(' ');
  return (
    <EmptyState drawing={list.order === 'following' ? 'people' : 'questions'} title={title}>
      {said !== '' && <p>{said}</p>}
      {list.order === 'following' ? (
        <Button component={Link} to="/users" variant="default">
          Find people
        </Button>
      ) : (
        mayAsk && (
          <Button component={Link} to={askLink(list.communityId)}>
            Ask a Question
          </Button>
        )
      )}
    </EmptyState>
  );
}

/** The address for asking, in the community of the list if there is one. */
export function askLink(communityId: string | undefined): string {
  return communityId === undefined ? '/new/question' : `/new/question?communityId=${encodeURIComponent(communityId)}`;
}

interface EmptyOrder {
  readonly title: string;
  readonly advice?: string;
  /** Advice for those who may ask here. */
  readonly asking?: string;
}

const nothingAsked: EmptyOrder = { title: 'No questions yet', asking: 'Be the first to ask something.' };

const emptyOrders: Record<QuestionOrder, EmptyOrder> = {
  newest: nothingAsked,
  unanswered: {
    title: 'No unanswered questions',
    advice: 'See all questions under Newest.',
    asking: 'Or ask one yourself.',
  },
  active: nothingAsked,
  mostViewed: nothingAsked,
  following: {
    title: 'Your Following Feed is empty',
    advice: 'Questions by people you follow, and questions you follow, appear here.',
  },
  unsolved: {
    title: 'No unsolved questions',
    advice: 'Each has an accepted answer. See all questions under Newest.',
    asking: 'Or ask one yourself.',
  },
};

/** As high as rows whose title and tags are on one line each. */
function QuestionListSkeleton() {
  return (
    <Loading label="Loading questions" className={classes.list} data-density={useDensity()}>
      {[72, 54, 84, 61, 77, 48, 66, 58].map((width) => (
        <div key={width} className={classes.skeleton}>
          <Skeleton height={32} circle />
          <div>
            <Skeleton height={16} width={`${width}%`} />
            <Skeleton height={12} width="92%" mt={12} className={classes.skeletonText ?? ''} />
            <Skeleton height={14} width={`${width / 2}%`} mt={12} />
          </div>
        </div>
      ))}
    </Loading>
  );
}
