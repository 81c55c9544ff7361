import { IconChevronDown } from '@tabler/icons-react';
import type { CommentWire } from '@parlour/contracts/qa';
import { memo, useId, useState } from 'react';
import { draftAt } from '../../shared/drafts/form-draft.ts';
import { PersonLink } from '../../shared/parts/person-link.tsx';
import { PostText } from '../../shared/parts/post-text.tsx';
import { RelativeTime } from '../../shared/parts/relative-time.tsx';
import { useViewer } from '../../shared/state/use-viewer.ts';
import { CommentForm, commentDraft } from './comment-form.tsx';
import type { Commented } from './comments.api.ts';
import classes from './comments.module.css';

/** The comments of a question or an answer, collapsed at first. */
export function CommentSection({
  id,
  type,
  comments,
  onCommented,
}: {
  readonly id: string;
  readonly type: Commented;
  readonly comments: readonly CommentWire[];
  readonly onCommented: (comment: CommentWire) => void;
}) {
  const viewer = useViewer();
  // Open if there is a draft, or it would be forgotten.
  const [shown, setShown] = useState(() => draftAt(viewer, commentDraft(id)) !== undefined);
  const region = useId();
  return (
    <div className={classes.section}>
      <div className={classes.head}>
        <button
          type="button"
          className={classes.toggle}
          aria-expanded={shown}
          aria-controls={region}
          onClick={() => {
            setShown(!shown);
          }}
        >
          {shown ? 'Hide Comments' : 'Show Comments'}
          <IconChevronDown size={15} aria-hidden className={classes.chevron} data-shown={shown} />
        </button>
        {comments.length > 0 && (
          <span className={classes.number} title={comments.length === 1 ? '1 comment' : `${comments.length} comments`}>
            {comments.length}
          </span>
        )}
      </div>
      <div id={region} hidden={!shown}>
        {shown && (
          <>
            {comments.length === 0 ? (
              <p className={classes.none}>No comments yet.</p>
            ) : (
              <ol className={classes.list} aria-label="Comments">
                {comments.map((comment) => (
                  <Comment key={comment._id} comment={comment} />
                ))}
              </ol>
            )}
            <CommentForm id={id} type={type} onCommented={onCommented} />
          </>
        )}
      </div>
    </div>
  );
}

const Comment = memo(function Comment({ comment }: { readonly comment: CommentWire }) {
  return (
    <li className={classes.comment}>
      <p className={classes.by}>
        <PersonLink username={comment.commentBy} /> <RelativeTime at={comment.commentDateTime} />
      </p>
      <PostText text={comment.text} />
    </li>
  );
});
