import type { AnswerWire } from '@parlour/contracts/qa';
import { memo, useEffect, useRef, useState, useTransition, type ReactNode } from 'react';
import { serverText } from '../../shared/http/call-failure.ts';
import { Failure } from '../../shared/parts/failure.tsx';
import { LoadMore } from '../../shared/parts/load-more.tsx';
import { passFocus } from '../../shared/parts/pass-focus.ts';
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

/** How answers are come by that are not there yet. */
export interface FurtherAnswers {
  readonly pending: boolean;
  /** Why they did not come, the last time. */
  readonly failure?: unknown;
  readonly load: () => void;
}

/** The answers of a question, the oldest first; at least up to the one that is wanted. */
export function AnswerList({
  answers,
  further,
  own = [],
  upTo,
  ...slots
}: Slots & {
  readonly answers: readonly AnswerWire[];
  /** Undefined where all answers are there. */
  readonly further?: FurtherAnswers | undefined;
  /** The viewer's own that come after the further ones. */
  readonly own?: readonly AnswerWire[];
  readonly upTo?: string | undefined;
}) {
  const [drawn, setDrawn] = useState(answersAtOnce);
  // In pieces between which the browser scrolls on.
  const [drawing, startTransition] = useTransition();
  const wanted = upTo === undefined ? -1 : answers.findIndex((answer) => answer._id === upTo);
  const shown = Math.min(Math.max(drawn, wanted + 1), answers.length);
  const pending = drawing || (further?.pending ?? false);
  const failed = further?.failure !== undefined && !pending;

  const list = useRef<HTMLOListElement>(null);
  const pressed = useRef<{ readonly button: HTMLElement; readonly before: number }>(undefined);
  useEffect(() => {
    if (!pressed.current || pending) return;
    const { button, before } = pressed.current;
    const first = list.current?.children[before];
    if (first instanceof HTMLElement) {
      first.tabIndex = -1;
      passFocus(button, first);
    } else if (failed) passFocus(button, button);
    else return;
    pressed.current = undefined;
  });

  function showMore(button?: HTMLElement): void {
    pressed.current = button && { button, before: shown };
    if (shown === answers.length) further?.load();
    startTransition(() => {
      setDrawn(shown + answersMore);
    });
  }

  return (
    <>
      <ol ref={list} className={classes.list} aria-label="Answers">
        {answers.slice(0, shown).map((answer) => (
          <Answer key={answer._id} answer={answer} {...slots} />
        ))}
      </ol>
      {failed && (
        <div className={classes.failed}>
          <Failure title="More answers could not be loaded. Please try again." detail={serverText(further.failure)} />
        </div>
      )}
      {(shown < answers.length || further) && (
        <LoadMore
          label="Show more answers"
          pending={pending}
          // Beside one's own answer all others would be loaded, and push it away.
          automatic={!failed && own.length === 0}
          onMore={showMore}
        />
      )}
      {own.length > 0 && (
        <ol className={classes.own} aria-label="Your latest answers">
          {own.map((answer) => (
            <Answer key={answer._id} answer={answer} {...slots} />
          ))}
        </ol>
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
