import type { AnswerWire } from '@parlour/contracts/qa';
import { Link } from 'react-router';
import { PostText } from '../../shared/parts/post-text.tsx';
import { RelativeTime } from '../../shared/parts/relative-time.tsx';
import classes from './answers.module.css';

/** The answers of a question, the oldest first. */
export function AnswerList({ answers }: { readonly answers: readonly AnswerWire[] }) {
  return (
    <ol className={classes.list} aria-label="Answers">
      {answers.map((answer) => (
        <li key={answer._id} className={classes.answer} id={`answer-${answer._id}`}>
          <PostText text={answer.text} />
          <p className={classes.by}>
            <Link to={`/user/${encodeURIComponent(answer.ansBy)}`}>{answer.ansBy}</Link> answered{' '}
            <RelativeTime at={answer.ansDateTime} />
          </p>
        </li>
      ))}
    </ol>
  );
}
