import { Button } from '@mantine/core';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { QuestionList } from '../../../features/questions/list/question-list.tsx';
import type { QuestionListOf } from '../../../features/questions/list/question-search.ts';
import { useGetQuestionsInfiniteQuery } from '../../../features/questions/questions.api.ts';
import { EmptyState } from '../../../design/parts/list/empty-state.tsx';
import { everyVisit } from '../../../shared/http/endpoint.ts';
import { useViewer } from '../../../shared/state/hooks/use-viewer.ts';

/** A person's questions that the viewer may see. */
export function ProfileQuestions({ username, own }: { readonly username: string; readonly own: boolean }) {
  const viewer = useViewer();
  const list = useMemo<QuestionListOf>(
    () => ({ order: 'newest', author: username, username: viewer }),
    [username, viewer],
  );
  const { currentData } = useGetQuestionsInfiniteQuery(list, everyVisit);
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
