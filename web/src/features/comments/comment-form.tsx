import { Button, Textarea } from '@mantine/core';
import { checkComment } from '@parlour/contracts/checks';
import { messages } from '@parlour/contracts/messages';
import type { CommentWire } from '@parlour/contracts/qa';
import { DraftNote } from '../../shared/parts/draft-note.tsx';
import { Failure } from '../../shared/parts/failure.tsx';
import { useForm } from '../../shared/parts/use-form.ts';
import { serverText } from '../../shared/http/call-failure.ts';
import { useViewer } from '../../shared/state/use-viewer.ts';
import { useAddCommentMutation, type Commented } from './comments.api.ts';
import classes from './comments.module.css';

/** The key of a comment draft. */
export function commentDraft(id: string): string {
  return `comment:${id}`;
}

/** The form below the comments of a question or an answer. */
export function CommentForm({
  id,
  type,
  onCommented,
}: {
  readonly id: string;
  readonly type: Commented;
  readonly onCommented: (comment: CommentWire) => void;
}) {
  const viewer = useViewer();
  const [addComment] = useAddCommentMutation();
  const form = useForm({
    initial: { text: '' },
    draft: commentDraft(id),
    check: ({ text }) => ({ text: checkComment(text.trim())?.text }),
    send: async ({ text }, { key, at }) => {
      const { data, error } = await addComment({
        id,
        type,
        text: text.trim(),
        commentBy: viewer,
        commentDateTime: at,
        submissionKey: key,
      });
      if (data) onCommented(data);
      return error;
    },
  });
  return (
    <form {...form.form} className={classes.form} aria-label="Comment">
      <DraftNote {...form.draft} />
      <Textarea
        {...form.field('text')}
        aria-label="Comment text"
        placeholder="Write a comment…"
        classNames={{ input: classes.input ?? '' }}
      />
      {form.failure !== undefined && <Failure title={messages.commentCreateFailed} detail={serverText(form.failure)} />}
      <div>
        <Button type="submit" variant="default" loading={form.pending}>
          Add Comment
        </Button>
      </div>
    </form>
  );
}
