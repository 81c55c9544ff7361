import { postedText } from '@parlour/contracts/text/checks';
import { checkComment } from '@parlour/contracts/posts/post-checks';
import type { CommentWire } from '@parlour/contracts/qa/qa';
import { EditForm } from '../../design/parts/editing/edit-form.tsx';
import { MarkdownField } from '../../design/parts/editor/markdown-field.tsx';
import { PostText } from '../../design/parts/text/post-text.tsx';
import { useEdit } from '../../design/parts/editing/use-edit.ts';
import { useViewer } from '../../shared/state/hooks/use-viewer.ts';
import { useEditCommentMutation } from './comments.api.ts';

/** A comment being edited by its author. */
export default function EditComment({
  comment,
  onSaved,
  onCancel,
}: {
  readonly comment: CommentWire;
  readonly onSaved: (comment: CommentWire) => void;
  readonly onCancel: () => void;
}) {
  const username = useViewer();
  const [editComment] = useEditCommentMutation();
  const form = useEdit({
    post: comment,
    valuesOf: ({ text }) => ({ text }),
    check: ({ text }) => ({ text: checkComment(postedText(text))?.text }),
    send: ({ text }, { key, version }) =>
      editComment({
        cid: comment._id,
        text: postedText(text),
        version,
        username,
        submissionKey: key,
      }),
    onSaved,
  });
  return (
    <EditForm
      label="Edit comment"
      form={form}
      current={form.current && <PostText text={form.current.text} />}
      onUseCurrent={form.useCurrent}
      onCancel={onCancel}
    >
      <MarkdownField {...form.field('text')} label="Comment text" compact autoFocus />
    </EditForm>
  );
}
