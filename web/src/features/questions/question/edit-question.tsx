import { TextInput } from '@mantine/core';
import { parseTags, postedText } from '@parlour/contracts/text/checks';
import type { QuestionWire } from '@parlour/contracts/qa/qa';
import { EditForm } from '../../../design/parts/editing/edit-form.tsx';
import { MarkdownField } from '../../../design/parts/editor/markdown-field.tsx';
import { PostText } from '../../../design/parts/text/post-text.tsx';
import { useEdit } from '../../../design/parts/editing/use-edit.ts';
import type { Outcome } from '../../../shared/http/outcome.ts';
import type { Edition, EditOf } from '../../../shared/posts.api.ts';
import { withSitePaths } from '../../../shared/text/site-links.ts';
import { checkQuestion } from '../ask/check-question.ts';
import { givenTag } from '../given-tag.ts';
import { TagsField } from '../ask/tags-field.tsx';
import { endedText } from '../ask/typed-tags.ts';

const valuesOf = ({ title, text, tags }: QuestionWire) => ({
  title,
  text,
  tags: endedText(tags.map(({ name }) => name)),
});

/** A question being edited by its author. */
export default function EditQuestion({
  post,
  send,
  onSaved,
  onCancel,
}: {
  readonly post: QuestionWire;
  readonly send: (edit: EditOf<'question'>, edition: Edition) => Promise<Outcome<QuestionWire>>;
  readonly onSaved: (question: QuestionWire) => void;
  readonly onCancel: () => void;
}) {
  const form = useEdit({
    post,
    valuesOf,
    check: checkQuestion,
    send: ({ title, text, tags }, edition) =>
      send(
        { title: title.trim(), text: withSitePaths(postedText(text)), tags: parseTags(tags).map(givenTag) },
        edition,
      ),
    onSaved,
  });
  return (
    <EditForm
      label="Edit question"
      form={form}
      current={
        form.current && (
          <>
            <h3 dir="auto">{form.current.title}</h3>
            <PostText text={form.current.text} />
            <p dir="auto">{valuesOf(form.current).tags}</p>
          </>
        )
      }
      onUseCurrent={form.useCurrent}
      onCancel={onCancel}
    >
      <TextInput {...form.field('title')} label="Question Title" size="md" autoFocus />
      <MarkdownField {...form.field('text')} onUploads={form.onUploads} label="Question Text" />
      <TagsField
        value={form.values.tags}
        error={form.field('tags').error}
        readOnly={form.pending}
        onChange={(tags) => {
          form.set('tags', tags);
        }}
      />
    </EditForm>
  );
}
