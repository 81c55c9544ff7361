import { useDispatch } from 'react-redux';
import { Link, useParams } from 'react-router';
import { AnswerForm } from '../../features/answers/answer-form.tsx';
import { useGetQuestionQuery } from '../../features/questions/questions.api.ts';
import { appendAnswer } from '../../features/questions/question-cache.ts';
import { useGoOn } from '../../shared/navigation/use-go-on.ts';
import { usePageTitle } from '../../shared/parts/page-title.ts';
import type { Dispatch } from '../../shared/state/store-types.ts';
import { useViewer } from '../../shared/state/use-viewer.ts';
import classes from './page.module.css';
import { isUnknownQuestion, QuestionNotFound } from './question-not-found.tsx';

/** The answer form; then back to the question (decisions Q-11). */
export function AnswerPage() {
  const { qid = '' } = useParams();
  const { currentData: question, error } = useGetQuestionQuery({ id: qid, viewer: useViewer() });
  const goOn = useGoOn();
  const dispatch = useDispatch<Dispatch>();
  usePageTitle('Answer a question');
  const address = `/question/${encodeURIComponent(qid)}`;
  if (isUnknownQuestion(error)) return <QuestionNotFound />;
  return (
    <>
      <div className={classes.head}>
        <div className={classes.words}>
          <h1 className={classes.title} tabIndex={-1}>
            Your answer
          </h1>
          <p className={classes.below}>
            {question && (
              <Link to={address}>
                <bdi>{question.title}</bdi>
              </Link>
            )}
          </p>
        </div>
      </div>
      <div className={classes.card}>
        <AnswerForm
          key={qid}
          qid={qid}
          onAnswered={(answer) => {
            dispatch(appendAnswer(qid, answer));
            goOn(address, 'Your answer was posted.', { answered: answer._id });
          }}
        />
      </div>
    </>
  );
}
