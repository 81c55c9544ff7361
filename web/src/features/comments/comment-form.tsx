import { Button } from '@mantine/core';
import { postedText } from '@parlour/contracts/text/checks';
import { checkComment } from '@parlour/contracts/posts/post-checks';
import { messages } from '@parlour/contracts/messages';
import type { CommentWire } from '@parlour/contracts/qa/qa';
import { DraftNote, RefusalNote } from '../../design/parts/draft/draft-note.tsx';
import { Failure } from '../../design/parts/feedback/failure.tsx';
import { MarkdownField } from '../../design/parts/editor/markdown-field.tsx';
import { SubmitWords } from '../../design/parts/form/submit-words.tsx';
import { useForm } from '../../design/parts/form/use-form.ts';
import { useUploadGate } from '../../design/parts/form/use-upload-gate.ts';
import { placeAt } from '../../shared/drafts/drafts.ts';
import { serverText } from '../../shared/http/call-failure.ts';
import { useViewer } from '../../shared/state/hooks/use-viewer.ts';
import { useAddCommentMutation, type Commented } from './comments.api.ts';
import classes from './comments.module.css';

/** The form below the comments of a question or an answer. Loaded when somebody wants to write. */
export default function CommentForm({
  id,
  type,
  autoFocus,
  refusal,
  onCommented,
}: {
  readonly id: string;
  readonly type: Commented;
  readonly autoFocus: boolean;
  /** Why nobody can add a comment. */
  readonly refusal: string | undefined;
  readonly onCommented: (comment: CommentWire) => void;
}) {
  const viewer = useViewer();
  const [addComment] = useAddCommentMutation();
  const uploads = useUploadGate();
  const form = useForm({
    holds: uploads.holds,
    initial: { text: '' },
    draft: placeAt('comment', id),
    check: ({ text }) => ({ text: refusal ?? checkComment(postedText(text))?.text }),
    send: async ({ text }, { key, at }) => {
      const { data, error } = await addComment({
        id,
        type,
        comment: { text: postedText(text), commentBy: viewer },
        at,
        submissionKey: key,
      });
      if (data) onCommented(data);
      return error;
    },
  });
  return (
    <form {...form.form} className={classes.form} aria-label="Comment">
      <DraftNote {...form.draft} />
      <MarkdownField
        {...form.field('text')}
        onUploads={uploads.onUploads}
        label="Comment text"
        placeholder="Write a comment…"
        compact
        autoFocus={autoFocus}
      />
      {form.failure !== undefined && <Failure title={messages.commentCreateFailed} detail={serverText(form.failure)} />}
      <RefusalNote refusal={refusal} isWritten={form.isChanged} />
      <div>
        <Button type="submit" variant="default" loading={form.pending} data-disabled={refusal !== undefined}>
          <SubmitWords of={uploads}>Add Comment</SubmitWords>
        </Button>
      </div>
    </form>
  );
}
