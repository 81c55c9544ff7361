import { useWindowEvent } from '@mantine/hooks';
import type { CommentWire } from '@parlour/contracts/qa/qa';
import { memo, useCallback, useEffect, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useLocation } from 'react-router';
import { placeAt } from '../../shared/drafts/drafts.ts';
import { draftAt } from '../../shared/drafts/form-draft.ts';
import { useKeptForm } from '../../shared/drafts/use-kept-form.ts';
import { lazyPart } from '../../design/parts/feedback/lazy-part.tsx';
import { Permalink } from '../../design/parts/post/permalink.tsx';
import { PersonLink } from '../../design/parts/person/person-link.tsx';
import { EditedNote } from '../../design/parts/editing/edited-note.tsx';
import { PostMenu } from '../../design/parts/post/post-menu.tsx';
import { PostText } from '../../design/parts/text/post-text.tsx';
import { RelativeTime } from '../../design/parts/text/relative-time.tsx';
import { PostContent } from '../../design/parts/editing/post-content.tsx';
import { usePost } from '../../design/parts/editing/use-post.ts';
import { useViewer, useViewerId } from '../../shared/state/hooks/use-viewer.ts';
import type { Commented } from './comments.api.ts';
import { count } from '../../shared/text/count.ts';
import classes from './comments.module.css';

// With the editor, which most readers never use.
const EditComment = lazyPart(
  async () => (await import('./edit-comment.tsx')).default,
  ({ post }) => <PostText text={post.text} />,
);
const CommentForm = lazyPart(
  async () => (await import('./comment-form.tsx')).default,
  <div className={classes.coming} />,
);

/**
 * Until the reader chooses, comments are shown if there are any. Whoever opens the section, or has
 * begun to write, gets the form too.
 */
type Stage = 'closed' | 'reading' | 'writing';

/** How many comments are shown before the reader asks for the others. */
const shownAtFirst = 5;

/** The comments of a question or an answer. */
export function CommentSection({
  id,
  type,
  comments: given,
  named,
  refusal,
  onCommented,
}: {
  readonly id: string;
  readonly type: Commented;
  readonly comments: readonly CommentWire[];
  /** The element of a post that the address names: a comment is shown then. */
  readonly named?: string | undefined;
  /** Why nobody can add comments, such as that the post above is deleted. */
  readonly refusal?: string | undefined;
  readonly onCommented: (comment: CommentWire) => void;
}) {
  const viewer = useViewer();
  const viewerId = useViewerId();
  // An event may have deleted one on the open page.
  const comments = given.filter(({ deleted, commentBy }) => deleted?.by !== 'author' || commentBy === viewer);
  const [chosen, setChosen] = useState<Stage | undefined>(() =>
    draftAt(viewerId, placeAt('comment', id)) === undefined ? undefined : 'writing',
  );
  const stage = chosen ?? (comments.length > 0 ? 'reading' : 'closed');
  const [focusForm, setFocusForm] = useState(false);
  const [isWhole, setIsWhole] = useState(false);
  // Paper has all of them, and is printed before React would render them.
  useWindowEvent('beforeprint', () => flushSync(() => setIsWhole(true)));
  /** How many the reader has posted here. */
  const [posted, setPosted] = useState(0);
  const region = useId();
  // A stable function, so that comments re-render only when they change.
  const latest = useRef(onCommented);
  useEffect(() => {
    latest.current = onCommented;
  });
  const onSaved = useCallback((comment: CommentWire) => latest.current(comment), []);
  const shown = stage !== 'closed';
  const { key: link } = useLocation();
  const [followed, setFollowed] = useState<string>();
  const place = comments.findIndex(({ _id }) => named === `comment-${_id}`);
  // Once for each link that is followed, so that its comments can be hidden again.
  if (place >= 0 && followed !== link) {
    setFollowed(link);
    if (!shown) setChosen('reading');
    if (place >= shownAtFirst) setIsWhole(true);
  }
  const isFormKept = useKeptForm(placeAt('comment', id), refusal);
  if (!isFormKept && comments.length === 0) return null;
  return (
    <div className={classes.section}>
      <p role="status" className="visually-hidden">
        {/* Keyed, because the same text would not be read out again. */}
        {posted > 0 && <span key={posted}>Your comment was posted.</span>}
      </p>
      <div id={region} hidden={!shown}>
        {shown && <Rows comments={comments} isWhole={isWhole} onWhole={() => setIsWhole(true)} onSaved={onSaved} />}
      </div>
      <div className={classes.acts}>
        {stage === 'reading' && refusal === undefined && (
          <button
            type="button"
            className={classes.act}
            onClick={() => {
              setFocusForm(true);
              setChosen('writing');
            }}
          >
            Write a comment
          </button>
        )}
        <button
          type="button"
          className={classes.act}
          aria-expanded={shown}
          aria-controls={region}
          onClick={() => {
            setFocusForm(false);
            setChosen(shown ? 'closed' : 'writing');
          }}
        >
          {shown ? 'Hide Comments' : 'Show Comments'}
        </button>
        {!shown && comments.length > 0 && <span title={count(comments.length, 'comment')}>{comments.length}</span>}
      </div>
      {stage === 'writing' && isFormKept && (
        <CommentForm
          id={id}
          type={type}
          autoFocus={focusForm}
          refusal={refusal}
          onCommented={(comment) => {
            // The new one is the last.
            setIsWhole(true);
            setPosted((before) => before + 1);
            onCommented(comment);
          }}
        />
      )}
    </div>
  );
}

/** The first comments, until the reader asks for the others. */
function Rows({
  comments,
  isWhole,
  onWhole,
  onSaved,
}: {
  readonly comments: readonly CommentWire[];
  readonly isWhole: boolean;
  readonly onWhole: () => void;
  readonly onSaved: (comment: CommentWire) => void;
}) {
  const rows = isWhole ? comments : comments.slice(0, shownAtFirst);
  const further = comments.length - rows.length;
  const list = useRef<HTMLOListElement>(null);
  const pressed = useRef(false);
  useEffect(() => {
    const first = list.current?.children[shownAtFirst];
    if (!pressed.current || !(first instanceof HTMLElement)) return;
    // The button that was pressed is gone.
    pressed.current = false;
    first.tabIndex = -1;
    first.focus({ preventScroll: true });
  }, [isWhole]);
  return (
    <>
      {comments.length === 0 ? (
        <p className={classes.none}>No comments yet.</p>
      ) : (
        <ol ref={list} className={classes.list} aria-label="Comments">
          {rows.map((comment) => (
            <Comment key={comment._id} comment={comment} onSaved={onSaved} />
          ))}
        </ol>
      )}
      {further > 0 && (
        <button
          type="button"
          className={classes.act}
          onClick={() => {
            pressed.current = true;
            onWhole();
          }}
        >
          {further === 1 ? 'Show 1 more comment' : `Show ${further} more comments`}
        </button>
      )}
    </>
  );
}

const Comment = memo(function Comment({
  comment,
  onSaved,
}: {
  readonly comment: CommentWire;
  readonly onSaved: (comment: CommentWire) => void;
}) {
  const address = `#comment-${comment._id}`;
  const author = comment.commentBy;
  const { menu, acts, form, ...content } = usePost({ kind: 'comment', post: comment, author, address, onSaved });
  return (
    <li className={classes.comment} id={`comment-${comment._id}`}>
      <div className={classes.by}>
        <PersonLink username={author} avatar="s" />
        <span>
          <RelativeTime at={comment.commentDateTime} />
          <EditedNote post={comment} at={comment.commentDateTime} />
        </span>
      </div>
      <div className={classes.permalink}>
        <Permalink to={address} label="Link to this comment" />
        <PostMenu ref={menu} label="Actions for this comment" acts={acts} />
      </div>
      <PostContent of={content} form={<EditComment post={comment} {...form} />}>
        <PostText text={comment.text} />
      </PostContent>
    </li>
  );
});
