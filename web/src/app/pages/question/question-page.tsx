import { Button, Skeleton } from '@mantine/core';
import { messages } from '@parlour/contracts/messages';
import type { AnswerWire, QuestionWire } from '@parlour/contracts/qa/qa';
import { deletedText } from '@parlour/contracts/posts/editable';
import { Suspense, useCallback, useEffect, useMemo, useState, type ReactNode } from 'react';
import { useDispatch } from 'react-redux';
import { Link, useParams } from 'react-router';
import { placeAt } from '../../../shared/drafts/drafts.ts';
import { AnswerList } from '../../../features/answers/answer-list.tsx';
import { CommentSection } from '../../../features/comments/comment-section.tsx';
import { CommunityLink } from '../../../features/communities/community/community-link.tsx';
import { RolesOfCommunity } from '../../../features/communities/settings/community-roles.tsx';
import { useClosedCommunity } from '../../../features/communities/membership/use-closed-community.ts';
import { FollowButton } from '../../../features/people/follow-button.tsx';
import { isAnswerShown, splitAnswers } from '../../../features/questions/question/answer-parts.ts';
import { AnswerStanding } from '../../../features/questions/question/answer-standing.tsx';
import { FollowQuestion } from '../../../features/questions/question/follow-question.tsx';
import { addComments, appendAnswer, readMoreAnswers, showEdited } from '../../../features/questions/question-cache.ts';
import { RelatedQuestions } from '../../../features/questions/question/related-questions.tsx';
import { QuestionFacts, QuestionView } from '../../../features/questions/question/question-view.tsx';
import { useGetQuestionQuery } from '../../../features/questions/questions.api.ts';
import { useAnswerOrder } from '../../../features/questions/question/use-answer-order.ts';
import { useReading } from '../../../features/questions/list/use-reading.ts';
import { isNotFound, serverText } from '../../../shared/http/call-failure.ts';
import { CompletedAmong } from '../../../design/parts/editor/completed-among.ts';
import { Failure } from '../../../design/parts/feedback/failure.tsx';
import { lazyExtra } from '../../../design/parts/feedback/lazy-extra.ts';
import { lazyPart } from '../../../design/parts/feedback/lazy-part.tsx';
import { Loading } from '../../../design/parts/feedback/loading.tsx';
import { usePageTitle } from '../../../design/parts/page/page-title.ts';
import { expectPostText } from '../../../design/parts/text/post-text.tsx';
import { ReadOnlyPosts } from '../../../design/parts/post/read-only.ts';
import { RailLayout } from '../../../design/patterns/rail-layout.tsx';
import { useKeptForm } from '../../../shared/drafts/use-kept-form.ts';
import { useNavigateWhenDone } from '../../../shared/navigation/use-navigate-when-done.ts';
import type { Dispatch } from '../../../shared/state/store.ts';
import { useRested } from '../../../shared/state/hooks/use-rested.ts';
import { useArrival } from '../../../shared/state/hooks/use-arrival.ts';
import { useViewer } from '../../../shared/state/hooks/use-viewer.ts';
import { count } from '../../../shared/text/count.ts';
import { questionIdOf } from '../../../features/questions/question-calls.ts';
import grid from '../../../design/parts/post/post-grid.module.css';
import classes from './question-page.module.css';
import { placeOfPost, useNamedPost } from './use-named-post.ts';

// With the editor, which most readers never use.
const AnswerForm = lazyPart(
  async () => (await import('../../../features/answers/answer-form.tsx')).AnswerForm,
  <div className={classes.coming} />,
);

// Few people see it, and what they wrote to a lost question needs more code than the rest.
const QuestionNotFound = lazyPart(async () => (await import('./question-not-found.tsx')).QuestionNotFound);

// Few addresses name a post.
const NamedPost = lazyPart(async () => (await import('./named-post.tsx')).NamedPost);

// The control comes from a library of its own; without it, the answers have their order.
const AnswerOrders = lazyExtra(
  async () => (await import('../../../features/questions/question/answer-orders.tsx')).AnswerOrders,
);

// A stable function, so that answers re-render only when they change.
const followAuthor = (username: string) => <FollowButton username={username} />;

/** A question with its answers, and the comments on both. */
export function QuestionPage() {
  const id = questionIdOf(useParams()['id']);
  const viewer = useViewer();
  const { data, error, refetch } = useGetQuestionQuery(
    { id, username: viewer, answers: useAnswerOrder() },
    // Whether it is being read again changes nothing here: the page would be rendered twice for it.
    { selectFromResult: ({ data: read, error: failure }) => ({ data: read, error: failure }) },
  );
  // In another order it is still the same question.
  const question = useArrival(data?._id === id ? data : undefined);
  useReading(question);
  const closedCommunity = useClosedCommunity(question?.communityId);
  const readOnly = closedCommunity ? messages.communityClosed : undefined;
  // Nobody can add to a deleted question either.
  const refusal = readOnly ?? (question?.deleted ? messages.questionDeleted : undefined);
  usePageTitle(question?.title || 'Question');
  useEffect(expectPostText, []);
  // Also when it was visible before: it is no longer shared with this viewer.
  if (isNotFound(error)) return <QuestionNotFound key={id} id={id} last={question} />;
  const isComing = !question && error === undefined;
  return (
    <RailLayout label="About this question" rail={question && <RelatedQuestions key={id} question={question} />}>
      <Head id={id} question={question} isComing={isComing} mayAnswer={refusal === undefined} />
      {!question && error !== undefined && (
        <Failure title={messages.questionsFailed} detail={serverText(error)} onRetry={() => refetch()} />
      )}
      {isComing && <Waiting />}
      {question && (
        <Thread key={id} question={question} closed={closedCommunity} readOnly={readOnly} refusal={refusal} />
      )}
    </RailLayout>
  );
}

/** The title, what is known of the question, and what can be done with it. */
function Head({
  id,
  question,
  isComing,
  mayAnswer,
}: {
  readonly id: string;
  readonly question: QuestionWire | undefined;
  readonly isComing: boolean;
  readonly mayAnswer: boolean;
}) {
  return (
    <div className={classes.head}>
      <h1 className={classes.title} tabIndex={-1} dir="auto">
        {question?.deleted ? deletedText(question.deleted.by) : (question?.title ?? 'Question')}
      </h1>
      {/* Drawn with the title: it is below, and would move when that takes more lines. */}
      {isComing ? (
        <div key="coming" className={classes.bar} aria-hidden>
          <Skeleton height={14} width="40%" />
        </div>
      ) : (
        <div key="bar" className={classes.bar}>
          <div className={classes.facts}>
            {question && <QuestionFacts question={question} />}
            {question && question.communityId !== null && <CommunityLink communityId={question.communityId} />}
          </div>
          <div className={classes.actions}>
            {question && !question.deleted && <FollowQuestion key={id} question={question} />}
            {question && mayAnswer && (
              <Button component={Link} to={`/new/answer/${encodeURIComponent(id)}`}>
                Answer Question
              </Button>
            )}
          </div>
        </div>
      )}
    </div>
  );
}

/** The question, its comments, and its answers with theirs. */
function Thread({
  question,
  closed,
  readOnly,
  refusal,
}: {
  readonly question: QuestionWire;
  readonly closed: boolean;
  /** Why nobody can change anything here. */
  readonly readOnly: string | undefined;
  /** Why nobody can add to the question. */
  readonly refusal: string | undefined;
}) {
  const { _id: id } = question;
  const viewer = useViewer();
  const dispatch = useDispatch<Dispatch>();
  const named = useNamedPost();
  const belowAnswer = useCallback(
    (answer: AnswerWire) => (
      <CommentSection
        id={answer._id}
        type="answer"
        comments={answer.comments}
        named={named}
        refusal={refusal ?? (answer.deleted ? messages.editDeleted : undefined)}
        onCommented={(comment) => {
          dispatch(addComments(id, answer._id, [comment]));
        }}
      />
    ),
    [dispatch, id, named, refusal],
  );
  const among = useMemo(() => ({ qid: id }), [id]);
  const mayAccept = question.askedBy === viewer && refusal === undefined;
  const besideAnswer = useCallback(
    (answer: AnswerWire) => <AnswerStanding qid={id} answer={answer} mayAccept={mayAccept} refusal={refusal} />,
    [id, mayAccept, refusal],
  );
  return (
    <RolesOfCommunity communityId={question.communityId}>
      <CompletedAmong value={among}>
        <ReadOnlyPosts value={readOnly}>
          <div className={classes.thread}>
            <QuestionView
              question={question}
              authorAction={followAuthor}
              onSaved={(saved) => dispatch(showEdited(saved))}
            >
              <CommentSection
                id={id}
                type="question"
                comments={question.comments}
                named={named}
                refusal={refusal}
                onCommented={(comment) => {
                  dispatch(addComments(id, id, [comment]));
                }}
              />
            </QuestionView>
            <Answers question={question} closed={closed} refusal={refusal} beside={besideAnswer} below={belowAnswer} />
          </div>
        </ReadOnlyPosts>
      </CompletedAmong>
    </RolesOfCommunity>
  );
}

/** Where the question will be. */
function Waiting() {
  return (
    <Loading label="Loading the question" className={`${grid.post} ${classes.waiting}`}>
      <Skeleton height={112} />
      <div>
        <Skeleton height={32} width="45%" />
        <Skeleton height={14} width="92%" mt={20} />
        <Skeleton height={14} width="78%" mt={12} />
        <Skeleton height={14} width="85%" mt={12} />
      </div>
    </Loading>
  );
}

/** Loads further answers: those that the reader asks for, and those up to a post that is named. */
function useFurtherAnswers(question: QuestionWire) {
  const viewer = useViewer();
  const dispatch = useDispatch<Dispatch>();
  const order = useAnswerOrder();
  const { _id: id, moreAnswersAfter: after } = question;
  // A part is asked for until the question has it: the store tells this page a moment after the
  // part has arrived, and until then it would be asked for again.
  const [asked, setAsked] = useState<{ readonly after: string; readonly failure?: unknown }>();
  if (asked && asked.after !== after) setAsked(undefined);

  async function load(from: string): Promise<void> {
    setAsked({ after: from });
    const failure = await dispatch(readMoreAnswers({ id, username: viewer, answers: order }, from));
    if (failure !== undefined) setAsked((last) => (last?.after === from ? { after: from, failure } : last));
  }

  const named = useNamedPost();
  const place = named === undefined ? undefined : placeOfPost(question, named, viewer);
  // A post further down than what is loaded: the next parts come until it is there.
  const lookFurther = named !== undefined && !place && !asked;
  useEffect(() => {
    if (lookFurther && after !== undefined) void load(after);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- load is new on every render
  }, [after, lookFurther]);

  return { named, place, asked, load };
}

/** The answers of a question, loaded in parts if there are many, and the form for one more. */
function Answers({
  question,
  closed,
  refusal,
  ...slots
}: {
  readonly question: QuestionWire;
  readonly closed: boolean;
  /** Why nobody can add to the question. */
  readonly refusal: string | undefined;
  readonly beside: (answer: AnswerWire) => ReactNode;
  readonly below: (answer: AnswerWire) => ReactNode;
}) {
  const viewer = useViewer();
  const rested = useRested();
  const dispatch = useDispatch<Dispatch>();
  const goOn = useNavigateWhenDone();
  const answers = useMemo(() => splitAnswers(question), [question]);
  const { _id: id, moreAnswersAfter: after } = question;
  const { named, place, asked, load } = useFurtherAnswers(question);
  const onSaved = useCallback(
    (answer: AnswerWire) => {
      dispatch(appendAnswer(id, answer));
    },
    [dispatch, id],
  );
  // An event may have deleted some on the open page.
  const isShown = (answer: AnswerWire) => isAnswerShown(answer, viewer);
  const none = !question.answers.some(isShown);
  const isFormKept = useKeptForm(placeAt('answer', id), refusal);
  return (
    <>
      {named !== undefined && <NamedPost post={named} there={place !== undefined} whole={after === undefined} />}
      <div className={none && !closed ? 'visually-hidden' : classes.section}>
        <h2>{none ? 'No answers yet' : count(question.answerCount, 'answer')}</h2>
        {rested && question.answerCount > 1 && (
          <Suspense>
            <AnswerOrders />
          </Suspense>
        )}
      </div>
      {!none && (
        <AnswerList
          answers={answers.read.filter(isShown)}
          further={
            after === undefined
              ? undefined
              : {
                  pending: asked !== undefined && asked.failure === undefined,
                  failure: asked?.failure,
                  load: () => void load(after),
                }
          }
          // Other people's answers load in order, but authors want to see their new answer at once.
          own={answers.later.filter(({ ansBy }) => ansBy === viewer)}
          upTo={place?.answer}
          authorAction={followAuthor}
          onSaved={onSaved}
          {...slots}
        />
      )}
      {closed && !isFormKept && <p className="hint">{refusal}</p>}
      {isFormKept && (
        <section className={classes.foot} aria-labelledby="your-answer">
          <div className={classes.section}>
            <h2 id="your-answer">Your answer</h2>
          </div>
          {none && refusal === undefined && (
            <p className={classes.invitation}>
              {question.askedBy === viewer
                ? 'Nobody has answered yet. Found the answer yourself? Post it for others.'
                : 'Nobody has answered yet. Know something that helps?'}
            </p>
          )}
          {rested ? (
            <AnswerForm
              key={id}
              qid={id}
              refusal={refusal}
              onAnswered={(answer) => {
                dispatch(appendAnswer(id, answer));
                goOn(`/question/${encodeURIComponent(id)}`, 'Your answer was posted.', {
                  state: { answered: answer._id },
                });
              }}
            />
          ) : (
            <div className={classes.coming} />
          )}
        </section>
      )}
    </>
  );
}
