import { Button, Skeleton } from '@mantine/core';
import { messages } from '@parlour/contracts/messages';
import type { AnswerWire, QuestionWire } from '@parlour/contracts/qa';
import { useCallback, useEffect, useMemo, useState, type ReactNode } from 'react';
import { useDispatch } from 'react-redux';
import { Link, useLocation, useParams } from 'react-router';
import { AnswerList } from '../../features/answers/answer-list.tsx';
import { CommentSection } from '../../features/comments/comment-section.tsx';
import { CommunityLink } from '../../features/communities/community-link.tsx';
import { RolesOfCommunity } from '../../features/communities/community-roles.tsx';
import { useClosedCommunity } from '../../features/communities/unknown-community.ts';
import { FollowButton } from '../../features/people/follow-button.tsx';
import { splitAnswers } from '../../features/questions/answer-parts.ts';
import { FollowQuestion } from '../../features/questions/follow-question.tsx';
import { addComments, readMoreAnswers } from '../../features/questions/question-cache.ts';
import { QuestionFacts, QuestionView } from '../../features/questions/question-view.tsx';
import { useGetQuestionQuery } from '../../features/questions/questions.api.ts';
import { serverText } from '../../shared/http/call-failure.ts';
import { Failure } from '../../shared/parts/failure.tsx';
import { usePageTitle } from '../../shared/parts/page-title.ts';
import { expectPostText } from '../../shared/parts/post-text.tsx';
import type { Dispatch } from '../../shared/state/store-types.ts';
import { useViewer } from '../../shared/state/use-viewer.ts';
import { count } from '../../shared/text/count.ts';
import classes from './page.module.css';
import { isUnknownQuestion, QuestionNotFound } from './question-not-found.tsx';

// A stable function, so that answers re-render only when they change.
const followAuthor = (username: string) => <FollowButton username={username} />;

/** A question with its answers, and the comments on both. */
export function QuestionPage() {
  const { id = '' } = useParams();
  const { currentData: question, error, refetch } = useGetQuestionQuery({ id, viewer: useViewer() });
  const closed = useClosedCommunity(question?.communityId);
  usePageTitle(question?.title ?? 'Question');
  useEffect(expectPostText, []);
  const answered = useShowAnswer(question !== undefined);
  const dispatch = useDispatch<Dispatch>();
  const belowAnswer = useCallback(
    (answer: AnswerWire) => (
      <CommentSection
        id={answer._id}
        type="answer"
        comments={answer.comments}
        onCommented={(comment) => {
          dispatch(addComments(id, answer._id, [comment]));
        }}
      />
    ),
    [dispatch, id],
  );
  // Also when it was visible before: it is no longer shared with this viewer.
  if (isUnknownQuestion(error)) return <QuestionNotFound />;
  const answerLink = `/new/answer/${encodeURIComponent(id)}`;
  return (
    <>
      <div className={classes.head}>
        <div className={classes.words}>
          <h1 className={classes.title} tabIndex={-1}>
            <bdi>{question?.title ?? 'Question'}</bdi>
          </h1>
          <div className={classes.below}>
            {question && <QuestionFacts question={question} />}
            {question && question.communityId !== null && <CommunityLink communityId={question.communityId} />}
          </div>
        </div>
        {question && <FollowQuestion key={id} question={question} />}
        {!closed && (
          <Button component={Link} to={answerLink}>
            Answer Question
          </Button>
        )}
      </div>
      {!question && error !== undefined && (
        <Failure title={messages.questionsFailed} detail={serverText(error)} onRetry={() => refetch()} />
      )}
      {!question && error === undefined && (
        <div className={classes.card} aria-busy="true" aria-label="Loading the question">
          <Skeleton height={14} width="92%" />
          <Skeleton height={14} width="78%" mt={12} />
          <Skeleton height={14} width="85%" mt={12} />
        </div>
      )}
      {question && (
        <RolesOfCommunity key={id} communityId={question.communityId}>
          <QuestionView question={question} authorAction={followAuthor}>
            <CommentSection
              id={id}
              type="question"
              comments={question.comments}
              onCommented={(comment) => {
                dispatch(addComments(id, id, [comment]));
              }}
            />
          </QuestionView>
          <h2 className={classes.section}>
            {question.answers.length === 0 ? 'No answers yet' : count(question.answerCount, 'answer')}
          </h2>
          {question.answers.length === 0 ? (
            <p className={classes.below}>
              {closed ? (
                messages.communityClosed
              ) : (
                <>
                  Know something that helps? <Link to={answerLink}>Be the first to answer.</Link>
                </>
              )}
            </p>
          ) : (
            <Answers question={question} upTo={answered} below={belowAnswer} />
          )}
        </RolesOfCommunity>
      )}
    </>
  );
}

/** The answers of a question, loaded in parts if there are many. */
function Answers({
  question,
  upTo,
  below,
}: {
  readonly question: QuestionWire;
  readonly upTo: string | undefined;
  readonly below: (answer: AnswerWire) => ReactNode;
}) {
  const viewer = useViewer();
  const dispatch = useDispatch<Dispatch>();
  const [reading, setReading] = useState<{ readonly pending: boolean; readonly failure?: unknown }>({ pending: false });
  const answers = useMemo(() => splitAnswers(question), [question]);
  const { _id: id, moreAnswersAfter: after } = question;

  async function load(from: string): Promise<void> {
    setReading({ pending: true });
    setReading({ pending: false, failure: await dispatch(readMoreAnswers({ id, viewer }, from)) });
  }

  return (
    <AnswerList
      answers={answers.read}
      further={after === undefined ? undefined : { ...reading, load: () => void load(after) }}
      // Other people's answers load in order, but authors want to see their new answer at once.
      own={answers.later.filter(({ ansBy }) => ansBy === viewer)}
      upTo={upTo}
      authorAction={followAuthor}
      below={below}
    />
  );
}

/** Scrolls to the viewer's new answer, wherever it is on the page. Returns its id. */
function useShowAnswer(loaded: boolean): string | undefined {
  const state: unknown = useLocation().state;
  const answered =
    typeof state === 'object' && state !== null && 'answered' in state && typeof state.answered === 'string'
      ? state.answered
      : undefined;
  useEffect(() => {
    if (loaded && answered !== undefined)
      document.getElementById(`answer-${answered}`)?.scrollIntoView({ block: 'center' });
  }, [answered, loaded]);
  return answered;
}
