import { limits } from '@parlour/contracts/limits';
import { messages } from '@parlour/contracts/messages';
import type { QuestionRowWire } from '@parlour/contracts/qa/qa';
import { type ReactNode, useEffect } from 'react';
import { useDispatch } from 'react-redux';
import { Failure } from '../../../design/parts/feedback/failure.tsx';
import { lazyPart } from '../../../design/parts/feedback/lazy-part.tsx';
import { IconArrowUp } from '../../../design/parts/look/icons.tsx';
import { ListFoot } from '../../../design/parts/list/list-foot.tsx';
import { RowSkeletons } from '../../../design/parts/list/list-row.tsx';
import { type CommunityMark, QuestionRow } from '../../../design/parts/list/question-row.tsx';
import { moveFocusToHeading } from '../../../design/parts/page/move-focus.ts';
import { serverText } from '../../../shared/http/call-failure.ts';
import { rowsOf } from '../../../shared/http/pages.ts';
import type { Dispatch } from '../../../shared/state/store.ts';
import { useArrival } from '../../../shared/state/hooks/use-arrival.ts';
import { useGradually } from '../../../shared/state/hooks/use-gradually.ts';
import { count } from '../../../shared/text/count.ts';
import { useDensity } from './density.ts';
import { isCapped, type QuestionListOf } from './question-search.ts';
import { useGetQuestionsInfiniteQuery } from '../questions.api.ts';
import { refreshList, releaseWaiting, showList } from '../questions.live.ts';
import pill from '../../../design/parts/list/pill.module.css';
import classes from './question-list.module.css';

// Most lists have some.
const NoQuestions = lazyPart(async () => (await import('./no-questions.tsx')).NoQuestions);

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
  const density = useDensity();
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
      <RowSkeletons label="Loading questions" data-density={density} />
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
            <QuestionRow question={row} community={community} />
          </li>
        ))}
      </ul>
      {shown === rows.length && foot}
    </>
  );
}
