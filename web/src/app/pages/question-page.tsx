import { Button, Skeleton } from '@mantine/core';
import { messages } from '@parlour/contracts/messages';
import { useEffect } from 'react';
import { Link, useLocation, useParams } from 'react-router';
import { AnswerList } from '../../features/answers/answer-list.tsx';
import { QuestionFacts, QuestionView } from '../../features/questions/question-view.tsx';
import { useGetQuestionQuery } from '../../features/questions/questions.api.ts';
import { serverText } from '../../shared/http/call-failure.ts';
import { Failure } from '../../shared/parts/failure.tsx';
import { usePageTitle } from '../../shared/parts/page-title.ts';
import { useViewer } from '../../shared/state/use-viewer.ts';
import { count } from '../../shared/text/count.ts';
import classes from './page.module.css';
import { isUnknownQuestion, QuestionNotFound } from './question-not-found.tsx';

/** One question with its answers. */
export function QuestionPage() {
  const { id = '' } = useParams();
  const { currentData: question, error, refetch } = useGetQuestionQuery({ id, viewer: useViewer() });
  usePageTitle(question?.title ?? 'Question');
  useShowAnswer(question !== undefined);
  if (!question && isUnknownQuestion(error)) return <QuestionNotFound />;
  const answerLink = `/new/answer/${encodeURIComponent(id)}`;
  return (
    <>
      <div className={classes.head}>
        <div className={classes.words}>
          <h1 className={classes.title} tabIndex={-1}>
            {question?.title ?? 'Question'}
          </h1>
          <div className={classes.below}>{question && <QuestionFacts question={question} />}</div>
        </div>
        <Button component={Link} to={answerLink}>
          Answer Question
        </Button>
      </div>
      {!question && error !== undefined && (
        <Failure
          title={messages.questionsFailed}
          detail={serverText(error)}
          onRetry={() => {
            void refetch();
          }}
        />
      )}
      {!question && error === undefined && (
        <div className={classes.card} aria-busy="true" aria-label="Loading the question">
          <Skeleton height={14} width="92%" />
          <Skeleton height={14} width="78%" mt={12} />
          <Skeleton height={14} width="85%" mt={12} />
        </div>
      )}
      {question && (
        <>
          <QuestionView question={question} />
          <h2 className={classes.section}>
            {question.answers.length === 0 ? 'No answers yet' : count(question.answers.length, 'answer')}
          </h2>
          {question.answers.length === 0 ? (
            <p className={classes.below}>
              Know something that helps? <Link to={answerLink}>Be the first to answer.</Link>
            </p>
          ) : (
            <AnswerList answers={question.answers} />
          )}
        </>
      )}
    </>
  );
}

/** Who has just answered sees the answer, wherever it stands on the page. */
function useShowAnswer(loaded: boolean): void {
  const state: unknown = useLocation().state;
  const answered = typeof state === 'object' && state !== null && 'answered' in state ? state.answered : undefined;
  useEffect(() => {
    if (loaded && typeof answered === 'string')
      document.getElementById(`answer-${answered}`)?.scrollIntoView({ block: 'center' });
  }, [answered, loaded]);
}
