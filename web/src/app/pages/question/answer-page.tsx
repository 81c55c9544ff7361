import { deletedText } from '@parlour/contracts/posts/editable';
import { messages } from '@parlour/contracts/messages';
import { useMemo } from 'react';
import { useDispatch } from 'react-redux';
import { Link, useParams } from 'react-router';
import { AnswerForm } from '../../../features/answers/answer-form.tsx';
import { useClosedCommunity } from '../../../features/communities/membership/use-closed-community.ts';
import { useGetQuestionQuery } from '../../../features/questions/questions.api.ts';
import { useAnswerOrder } from '../../../features/questions/question/use-answer-order.ts';
import { appendAnswer } from '../../../features/questions/question-cache.ts';
import { CompletedAmong } from '../../../design/parts/editor/completed-among.ts';
import { PageHead } from '../../../design/patterns/page-head.tsx';
import { useNavigateWhenDone } from '../../../shared/navigation/use-navigate-when-done.ts';
import { usePageTitle } from '../../../design/parts/page/page-title.ts';
import type { Dispatch } from '../../../shared/state/store.ts';
import { useViewer } from '../../../shared/state/hooks/use-viewer.ts';
import { questionIdOf } from '../../../features/questions/question-calls.ts';
import classes from '../page.module.css';
import { isNotFound } from '../../../shared/http/call-failure.ts';
import { QuestionNotFound } from './question-not-found.tsx';

/** The answer form; then back to the question (decisions Q-11). */
export function AnswerPage() {
  const qid = questionIdOf(useParams()['qid']);
  const { currentData: question, error } = useGetQuestionQuery({
    id: qid,
    username: useViewer(),
    answers: useAnswerOrder(),
  });
  const isClosed = useClosedCommunity(question?.communityId);
  const refusal = isClosed ? messages.communityClosed : question?.deleted ? messages.questionDeleted : undefined;
  const among = useMemo(() => ({ qid }), [qid]);
  const goOn = useNavigateWhenDone();
  const dispatch = useDispatch<Dispatch>();
  usePageTitle('Answer a question');
  const address = `/question/${encodeURIComponent(qid)}`;
  if (isNotFound(error)) return <QuestionNotFound key={qid} id={qid} last={question} />;
  return (
    <>
      <PageHead
        title="Your answer"
        below={
          question && (
            <Link to={address}>
              <bdi>{question.deleted ? deletedText(question.deleted.by) : question.title}</bdi>
            </Link>
          )
        }
      />
      <div className={classes.card}>
        {/* The form stays in any case, so that a text that was typed before is not lost. */}
        <CompletedAmong value={among}>
          <AnswerForm
            key={qid}
            qid={qid}
            onPage
            refusal={refusal}
            onAnswered={(answer) => {
              dispatch(appendAnswer(qid, answer));
              goOn(address, 'Your answer was posted.', { state: { answered: answer._id } });
            }}
          />
        </CompletedAmong>
      </div>
    </>
  );
}
