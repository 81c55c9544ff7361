import { Button, Skeleton } from '@mantine/core';
import { IconArrowUp, IconMessageCircleQuestion, IconSearchOff } from '@tabler/icons-react';
import { limits } from '@parlour/contracts/limits';
import { parseSearch } from '@parlour/contracts/search';
import { messages } from '@parlour/contracts/messages';
import type { QuestionOrder } from '@parlour/contracts/qa';
import { useEffect } from 'react';
import { useDispatch } from 'react-redux';
import { Link } from 'react-router';
import { EmptyState } from '../../shared/parts/empty-state.tsx';
import { Failure } from '../../shared/parts/failure.tsx';
import { LoadMore } from '../../shared/parts/load-more.tsx';
import { serverText } from '../../shared/http/call-failure.ts';
import type { Dispatch } from '../../shared/state/store-types.ts';
import { count } from '../../shared/text/count.ts';
import { QuestionCard } from './question-card.tsx';
import { searchOf, type QuestionListOf } from './question-search.ts';
import { useGetQuestionsInfiniteQuery } from './questions.api.ts';
import { releaseWaiting } from './questions.live.ts';
import classes from './question-list.module.css';

/** Within this distance from the top, a new row pushes away nothing that is being read. */
const topPixels = 80;

/** "1,000+ questions": a search by words is counted up to that number only (decisions T-5). */
export function questionTotal(total: number, search: string): string {
  const counted = parseSearch(search).words.length === 0 || total <= limits.countedExactly;
  return counted ? count(total, 'question') : `${limits.countedExactly.toLocaleString('en-US')}+ questions`;
}

/** The number of questions in a list, for its heading. Shares the list's query. */
export function QuestionTotal({ list }: { readonly list: QuestionListOf }) {
  const { currentData } = useGetQuestionsInfiniteQuery(list);
  const total = currentData?.pages[0]?.total;
  return <span role="status">{total === undefined ? '' : questionTotal(total, list.search)}</span>;
}

/** A list of questions; loads more on scrolling and keeps new ones waiting behind a pill. */
export function QuestionList({ list }: { readonly list: QuestionListOf }) {
  const query = useGetQuestionsInfiniteQuery(list);
  const dispatch = useDispatch<Dispatch>();
  const pages = query.currentData?.pages;
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
        <ul className={classes.list} aria-label="Questions">
          {distinct.map((row) => (
            <li key={row._id}>
              <QuestionCard question={row} />
            </li>
          ))}
        </ul>
      )}
      {query.isFetchNextPageError && (
        <div className={classes.more}>
          <Failure title={messages.questionsFailed} detail={serverText(query.error)} />
        </div>
      )}
      {query.hasNextPage && (
        <LoadMore
          label="Show more questions"
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

function NoQuestions({ list }: { readonly list: QuestionListOf }) {
  const { tags, words, unanswerable } = searchOf(list);
  if (tags.length > 0 || list.search.trim() !== '') {
    return (
      <EmptyState icon={<IconSearchOff size={28} />} title="No Questions Found">
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
    <EmptyState icon={<IconMessageCircleQuestion size={28} />} title={title}>
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
};

function QuestionListSkeleton() {
  return (
    <div className={classes.list} aria-busy="true" aria-label="Loading questions">
      {[72, 54, 84, 61, 77, 48].map((width) => (
        <div key={width} className={classes.skeleton}>
          <Skeleton height={16} width={`${width}%`} />
          <Skeleton height={12} width={`${width / 2}%`} mt={14} />
        </div>
      ))}
    </div>
  );
}
