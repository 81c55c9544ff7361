import { postedText } from '@parlour/contracts/text/checks';
import { checkAnswerText } from '@parlour/contracts/posts/post-checks';
import type { AnswerWire } from '@parlour/contracts/qa/qa';
import { EditForm } from '../../design/parts/editing/edit-form.tsx';
import { MarkdownField } from '../../design/parts/editor/markdown-field.tsx';
import { PostText } from '../../design/parts/text/post-text.tsx';
import { useEdit } from '../../design/parts/editing/use-edit.ts';
import { useViewer } from '../../shared/state/hooks/use-viewer.ts';
import { withSitePaths } from '../../shared/text/site-links.ts';
import { useEditAnswerMutation } from './answers.api.ts';

/** An answer being edited by its author. */
export default function EditAnswer({
  answer,
  onSaved,
  onCancel,
}: {
  readonly answer: AnswerWire;
  readonly onSaved: (answer: AnswerWire) => void;
  readonly onCancel: () => void;
}) {
  const username = useViewer();
  const [editAnswer] = useEditAnswerMutation();
  const form = useEdit({
    post: answer,
    valuesOf: ({ text }) => ({ text }),
    check: ({ text }) => ({ text: checkAnswerText(withSitePaths(postedText(text)))?.text }),
    send: ({ text }, { key, version }) =>
      editAnswer({
        aid: answer._id,
        text: withSitePaths(postedText(text)),
        version,
        username,
        submissionKey: key,
      }),
    onSaved,
  });
  return (
    <EditForm
      label="Edit answer"
      form={form}
      current={form.current && <PostText text={form.current.text} />}
      onUseCurrent={form.useCurrent}
      onCancel={onCancel}
    >
      <MarkdownField {...form.field('text')} label="Answer Text" autoFocus />
    </EditForm>
  );
}
