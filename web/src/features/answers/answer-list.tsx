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

/**
 * Rendering hundreds of answers at once would block the page; the next ones render before they are
 * scrolled into view.
 */
const answersAtOnce = 20;
const answersMore = 10;

interface Slots {
  /** Rendered beside an author's name. */
  readonly authorAction?: ((username: string) => ReactNode) | undefined;
  /** Rendered below an answer. Both must be stable functions, or every answer re-renders. */
  readonly below?: ((answer: AnswerWire) => ReactNode) | undefined;
}

/** How to load the remaining answers. */
export interface FurtherAnswers {
  readonly pending: boolean;
  /** Why the last attempt failed. */
  readonly failure?: unknown;
  readonly load: () => void;
}

/** The answers of a question, oldest first, rendered at least up to the wanted one. */
export function AnswerList({
  answers,
  further,
  own = [],
  upTo,
  ...slots
}: Slots & {
  readonly answers: readonly AnswerWire[];
  /** Undefined if all answers are loaded. */
  readonly further?: FurtherAnswers | undefined;
  /** The viewer's own answers, which come after those not loaded yet. */
  readonly own?: readonly AnswerWire[];
  readonly upTo?: string | undefined;
}) {
  const [drawn, setDrawn] = useState(answersAtOnce);
  // Renders in chunks, so that the browser can scroll in between.
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
          // Scrolling to the viewer's answer would load all others and push it away.
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
