import { Button } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { Link } from 'react-router';
import { QuestionList } from '../../../features/questions/list/question-list.tsx';
import type { QuestionListOf } from '../../../features/questions/list/question-search.ts';
import { useGetQuestionsInfiniteQuery } from '../../../features/questions/questions.api.ts';
import { CardList } from '../../../design/parts/list/card-list.tsx';
import { EmptyState } from '../../../design/parts/list/empty-state.tsx';
import { QuestionRow } from '../../../design/parts/list/question-row.tsx';
import { everyVisit } from '../../../shared/http/endpoint.ts';
import { useViewer } from '../../../shared/state/hooks/use-viewer.ts';
import classes from './profile-lists.module.css';

const latest = 3;

function useAsked(username: string) {
  const viewer = useViewer();
  const list = useMemo<QuestionListOf>(
    () => ({ order: 'newest', author: username, username: viewer }),
    [username, viewer],
  );
  return { list, ...useGetQuestionsInfiniteQuery(list, everyVisit) };
}

/** A person's questions that the viewer may see. */
export function ProfileQuestions({ username, own }: { readonly username: string; readonly own: boolean }) {
  const { list, currentData } = useAsked(username);
  const first = currentData?.pages[0];
  return (
    <section aria-label="Questions">
      {first?.rows.length === 0 && first.waiting.length === 0 ? (
        <EmptyState
          drawing="questions"
          title={
            own ? (
              'You have not asked anything yet'
            ) : (
              <>
                <bdi>{username}</bdi> has not asked anything that you can see
              </>
            )
          }
        >
          {own && (
            <Button component={Link} to="/new/question">
              Ask a Question
            </Button>
          )}
        </EmptyState>
      ) : (
        <QuestionList list={list} />
      )}
    </section>
  );
}

/** The viewer’s newest questions, and once they are there `children`, which would move. */
export function LatestQuestions({
  username,
  all,
  children,
}: {
  readonly username: string;
  /** The address of all of them. */
  readonly all: string;
  readonly children: ReactNode;
}) {
  const { currentData, isError } = useAsked(username);
  const rows = currentData?.pages[0]?.rows ?? [];
  if (!currentData && !isError) return null;
  return (
    <>
      {rows.length > 0 && (
        <section className={classes.latest} aria-labelledby="latest-questions">
          <div className={classes.latestHead}>
            <h2 id="latest-questions">Latest questions</h2>
            {rows.length > latest && <Link to={all}>All questions</Link>}
          </div>
          <CardList label="Latest questions">
            {rows.slice(0, latest).map((row) => (
              <li key={row._id}>
                <QuestionRow question={row} />
              </li>
            ))}
          </CardList>
        </section>
      )}
      {children}
    </>
  );
}
