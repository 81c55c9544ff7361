import type { AnswerWire } from '@parlour/contracts/qa/qa';
import { memo, useEffect, useRef, useState, useTransition, type ReactNode } from 'react';
import { serverText } from '../../shared/http/call-failure.ts';
import { AuthorLine } from '../../design/parts/person/author-line.tsx';
import { Failure } from '../../design/parts/feedback/failure.tsx';
import { lazyPart } from '../../design/parts/feedback/lazy-part.tsx';
import { LoadMore } from '../../design/parts/list/load-more.tsx';
import { moveFocus } from '../../design/parts/page/move-focus.ts';
import { EditedNote } from '../../design/parts/editing/edited-note.tsx';
import { PostMenu } from '../../design/parts/post/post-menu.tsx';
import { PostText } from '../../design/parts/text/post-text.tsx';
import { PostContent } from '../../design/parts/editing/post-content.tsx';
import { usePost } from '../../design/parts/editing/use-post.ts';
import grid from '../../design/parts/post/post-grid.module.css';
import classes from './answers.module.css';

// With the editor, which most readers never use.
const EditAnswer = lazyPart(
  async () => (await import('./edit-answer.tsx')).default,
  ({ post }) => <PostText text={post.text} />,
);

/**
 * Rendering hundreds of answers at once would block the page; the next ones render before they are
 * scrolled into view.
 */
const answersAtOnce = 20;
const answersMore = 10;

interface Slots {
  /** Rendered beside an author's name. */
  readonly authorAction?: ((username: string) => ReactNode) | undefined;
  /** Rendered in a column beside an answer; on phones, below its text. */
  readonly beside?: ((answer: AnswerWire) => ReactNode) | undefined;
  /** An answer was edited by the viewer. */
  readonly onSaved?: ((answer: AnswerWire) => void) | undefined;
  /** Rendered below an answer. All must be stable functions, or every answer re-renders. */
  readonly below?: ((answer: AnswerWire) => ReactNode) | undefined;
}

/** How to load the remaining answers. */
export interface FurtherAnswers {
  readonly pending: boolean;
  /** Why the last attempt failed. */
  readonly failure?: unknown;
  readonly load: () => void;
}

/** The answers of a question, rendered at least up to the wanted one. */
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
      moveFocus(button, first);
    } else if (!failed) return;
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
          keepsFocus={false}
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

const Answer = memo(function Answer({
  answer,
  authorAction,
  onSaved,
  beside,
  below,
}: Slots & { readonly answer: AnswerWire }) {
  const address = `#answer-${answer._id}`;
  const author = answer.ansBy;
  const { menu, acts, showHistory, form, ...content } = usePost({
    kind: 'answer',
    post: answer,
    author,
    address,
    onSaved,
    editOf: ({ text }) => ({ text }),
  });
  return (
    <li className={`${grid.post} ${classes.answer}`} id={`answer-${answer._id}`}>
      {beside?.(answer)}
      <div className={grid.body}>
        <AuthorLine
          username={author}
          did="answered"
          at={answer.ansDateTime}
          action={authorAction?.(author)}
          permalink={{ to: address, label: 'Link to this answer' }}
          note={<EditedNote post={answer} at={answer.ansDateTime} onHistory={showHistory} />}
          menu={<PostMenu ref={menu} label="Actions for this answer" acts={acts} />}
        />
        <PostContent of={content} form={<EditAnswer post={answer} {...form} />}>
          <PostText text={answer.text} />
        </PostContent>
      </div>
      <div className={grid.rest}>{below?.(answer)}</div>
    </li>
  );
});
