import { Button, Skeleton } from '@mantine/core';
import { limits } from '@parlour/contracts/limits';
import { messages } from '@parlour/contracts/messages';
import type { QuestionOrder } from '@parlour/contracts/qa';
import { useEffect } from 'react';
import { useDispatch } from 'react-redux';
import { Link } from 'react-router';
import { EmptyState } from '../../design/parts/empty-state.tsx';
import { Failure } from '../../design/parts/failure.tsx';
import { IconArrowUp } from '../../design/parts/icons.tsx';
import { ListFoot } from '../../design/parts/list-foot.tsx';
import { serverText } from '../../shared/http/call-failure.ts';
import type { Dispatch } from '../../shared/state/store.ts';
import { useArrival } from '../../shared/state/use-arrival.ts';
import { count } from '../../shared/text/count.ts';
import { useDensity } from './density.ts';
import { type CommunityMark, QuestionCard } from './question-card.tsx';
import { searchOf, type QuestionListOf } from './question-search.ts';
import { useGetQuestionsInfiniteQuery } from './questions.api.ts';
import { releaseWaiting } from './questions.live.ts';
import classes from './question-list.module.css';

/** Within this distance from the top, a new row pushes away nothing that is being read. */
const topPixels = 80;

/** "1,000+ questions": most searches are counted up to one more than that only (decisions T-5). */
export function questionTotal(total: number, search: string): string {
  const isMore = search.trim() !== '' && total === limits.countedExactly + 1;
  return isMore ? `${limits.countedExactly.toLocaleString('en-US')}+ questions` : count(total, 'question');
}

/** The number of questions in a list, for its heading. Shares the list's query. */
export function QuestionTotal({ list }: { readonly list: QuestionListOf }) {
  const { currentData } = useGetQuestionsInfiniteQuery(list);
  // Together with the list.
  const total = useArrival(currentData?.pages[0]?.total);
  return <span role="status">{total === undefined ? '' : questionTotal(total, list.search ?? '')}</span>;
}

/** A list of questions; loads more on scrolling and keeps new ones waiting behind a pill. */
export function QuestionList({
  list,
  community,
}: {
  readonly list: QuestionListOf;
  /** A stable function; without it, rows say nothing of communities. */
  readonly community?: CommunityMark;
}) {
  const query = useGetQuestionsInfiniteQuery(list);
  const density = useDensity();
  const dispatch = useDispatch<Dispatch>();
  const pages = useArrival(query.currentData?.pages);
  const waiting = pages?.[0]?.waiting.length ?? 0;

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

  const rows = pages.flatMap((page) => page.rows);
  // Rows may shift between pages while loading, so drop duplicates and keep the first.
  const distinct = [...new Map(rows.map((row) => [row._id, row])).values()];
  return (
    <>
      {waiting > 0 && (
        <div className={classes.pillPlace}>
          <button
            type="button"
            className={classes.pill}
            onClick={() => {
              dispatch(releaseWaiting(list));
              window.scrollTo({ top: 0 });
            }}
          >
            <IconArrowUp size={16} aria-hidden />
            {count(waiting, 'new question')}
          </button>
        </div>
      )}
      {distinct.length === 0 ? (
        <NoQuestions list={list} />
      ) : (
        <ul className={classes.list} aria-label="Questions" data-density={density}>
          {distinct.map((row) => (
            <li key={row._id}>
              <QuestionCard question={row} community={community} />
            </li>
          ))}
        </ul>
      )}
      <ListFoot query={query} label="Show more questions" failed={messages.questionsFailed} />
    </>
  );
}

function NoQuestions({ list }: { readonly list: QuestionListOf }) {
  const { tags, words, unanswerable } = searchOf(list);
  if (tags.length > 0 || (list.search ?? '').trim() !== '') {
    return (
      <EmptyState drawing="lost" title="No Questions Found">
        <p>
          {words.length === 0 && !unanswerable
            ? 'There are no questions with this tag that you can see in this order.'
            : 'Try fewer or shorter words, or look for a tag by writing it in brackets, like [garden].'}
        </p>
        <Button component={Link} to="/home" variant="default">
          All questions
        </Button>
      </EmptyState>
    );
  }
  const { title, advice } = emptyOrders[list.order];
  return (
    <EmptyState drawing={list.order === 'following' ? 'people' : 'questions'} title={title}>
      <p>{advice}</p>
      {list.order === 'following' ? (
        <Button component={Link} to="/users" variant="default">
          Find people
        </Button>
      ) : (
        <Button component={Link} to={askLink(list.communityId)}>
          Ask a Question
        </Button>
      )}
    </EmptyState>
  );
}

/** The address for asking, in the community of the list if there is one. */
export function askLink(communityId: string | undefined): string {
  return communityId === undefined ? '/new/question' : `/new/question?communityId=${encodeURIComponent(communityId)}`;
}

const nothingAsked = { title: 'No questions yet', advice: 'Be the first to ask something.' };

const emptyOrders: Record<QuestionOrder, { readonly title: string; readonly advice: string }> = {
  newest: nothingAsked,
  unanswered: { title: 'No unanswered questions', advice: 'See all questions under Newest, or ask one yourself.' },
  active: nothingAsked,
  mostViewed: nothingAsked,
  following: {
    title: 'Your Following Feed is empty',
    advice: 'Questions by people you follow, and questions you follow, appear here.',
  },
  unsolved: {
    title: 'No unsolved questions',
    advice: 'Each has an accepted answer. See all questions under Newest, or ask one yourself.',
  },
};

/** As high as rows whose title and tags are on one line each. */
function QuestionListSkeleton() {
  return (
    <div
      role="group"
      className={classes.list}
      aria-busy="true"
      aria-label="Loading questions"
      data-density={useDensity()}
    >
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
    </div>
  );
}
