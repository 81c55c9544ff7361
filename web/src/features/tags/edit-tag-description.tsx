import { Textarea } from '@mantine/core';
import { limits, newTagDescription } from '@parlour/contracts/limits';
import type { DescribedTagWire } from '@parlour/contracts/qa/qa';
import { checkTagDescription } from '@parlour/contracts/qa/tag-descriptions';
import { EditForm } from '../../design/parts/editing/edit-form.tsx';
import { useEdit } from '../../design/parts/editing/use-edit.ts';
import { focusEnd } from '../../design/parts/page/move-focus.ts';
import { useViewer } from '../../shared/state/hooks/use-viewer.ts';
import { useDescribeTagMutation } from './tag-descriptions.api.ts';

/** A tag as what is edited. Encoded, because a `#` would end the place of the draft. */
const postOf = (tag: DescribedTagWire) => ({ ...tag, _id: `tag:${encodeURIComponent(tag.name)}`, deleted: null });

/** The placeholder is not a draft: start empty. */
const valuesOf = ({ description }: DescribedTagWire) => ({
  text: description === newTagDescription ? '' : description,
});

/** A tag's description being edited. */
export function EditTagDescription({ tag, onClose }: { readonly tag: DescribedTagWire; readonly onClose: () => void }) {
  const username = useViewer();
  const [describeTag] = useDescribeTagMutation();
  const form = useEdit({
    post: postOf(tag),
    valuesOf,
    check: ({ text }) => ({ text: checkTagDescription(text.trim())?.text }),
    send: ({ text }, { key, version }) =>
      describeTag({
        tag: tag.name,
        text: text.trim(),
        version,
        username,
        submissionKey: key,
      }),
    onSaved: onClose,
  });
  return (
    <EditForm
      label="Edit description"
      form={form}
      current={form.current && <p dir="auto">{form.current.description}</p>}
      onUseCurrent={form.useCurrent}
      onCancel={onClose}
    >
      <Textarea
        {...form.field('text')}
        label="Description"
        description={`What questions with this tag are about, in ${limits.descriptionLength} characters or less`}
        rows={4}
        ref={focusEnd}
      />
    </EditForm>
  );
}
