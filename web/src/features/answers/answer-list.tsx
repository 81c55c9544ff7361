import type { AnswerWire } from '@parlour/contracts/qa';
import { memo, useState, useTransition, type ReactNode } from 'react';
import { LoadMore } from '../../shared/parts/load-more.tsx';
import { PersonLink } from '../../shared/parts/person-link.tsx';
import { PostText } from '../../shared/parts/post-text.tsx';
import { RelativeTime } from '../../shared/parts/relative-time.tsx';
import classes from './answers.module.css';

/** Hundreds of answers at once would hold the page up; the next ones are drawn before one has scrolled to them. */
const answersAtOnce = 20;
const answersMore = 10;

interface Slots {
  /** What stands beside an author's name. */
  readonly authorAction?: ((username: string) => ReactNode) | undefined;
  /** What stands below an answer. Both must be the same functions on every render, or every answer is drawn again. */
  readonly below?: ((answer: AnswerWire) => ReactNode) | undefined;
}

/** The answers of a question, the oldest first; at least up to the one that is wanted. */
export function AnswerList({
  answers,
  upTo,
  ...slots
}: Slots & { readonly answers: readonly AnswerWire[]; readonly upTo?: string | undefined }) {
  const [drawn, setDrawn] = useState(answersAtOnce);
  // In pieces between which the browser scrolls on.
  const [pending, startTransition] = useTransition();
  const wanted = upTo === undefined ? -1 : answers.findIndex((answer) => answer._id === upTo);
  const shown = Math.max(drawn, wanted + 1);
  return (
    <>
      <ol className={classes.list} aria-label="Answers">
        {answers.slice(0, shown).map((answer) => (
          <Answer key={answer._id} answer={answer} {...slots} />
        ))}
      </ol>
      {answers.length > shown && (
        <LoadMore
          label="Show more answers"
          pending={pending}
          onMore={() => {
            startTransition(() => {
              setDrawn(shown + answersMore);
            });
          }}
        />
      )}
    </>
  );
}

const Answer = memo(function Answer({ answer, authorAction, below }: Slots & { readonly answer: AnswerWire }) {
  return (
    <li className={classes.answer} id={`answer-${answer._id}`}>
      <PostText text={answer.text} />
      <div className={classes.by}>
        <p>
          <PersonLink username={answer.ansBy} /> answered <RelativeTime at={answer.ansDateTime} />
        </p>
        {authorAction?.(answer.ansBy)}
      </div>
      {below?.(answer)}
    </li>
  );
});
