import type { QuestionRowWire } from '@parlour/contracts/qa/qa';
import { Link } from 'react-router';
import { Answers, questionAddress, Votes } from './question-row.tsx';
import classes from './question-line.module.css';

/** The small form of a question’s row, for a card beside a page. */
export function QuestionLine({ question }: { readonly question: QuestionRowWire }) {
  return (
    <>
      <Link to={questionAddress(question)} className={classes.title} dir="auto">
        {question.title}
      </Link>
      <p className={classes.facts}>
        <Answers of={question} />
        <Votes of={question} />
      </p>
    </>
  );
}
