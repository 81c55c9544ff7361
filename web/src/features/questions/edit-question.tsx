import { TextInput } from '@mantine/core';
import { newTagDescription } from '@parlour/contracts/limits';
import { parseTags } from '@parlour/contracts/checks';
import type { QuestionWire } from '@parlour/contracts/qa';
import { useRef } from 'react';
import { EditForm } from '../../design/parts/edit-form.tsx';
import { LateCompletion } from '../../design/parts/late-completion.tsx';
import { MarkdownField } from '../../design/parts/markdown-field.tsx';
import { PostText } from '../../design/parts/post-text.tsx';
import { useEdit } from '../../design/parts/use-edit.ts';
import { useViewer } from '../../shared/state/use-viewer.ts';
import { checkQuestion } from './check-question.ts';
import { useEditQuestionMutation } from './questions.api.ts';
import classes from './ask-form.module.css';

const valuesOf = ({ title, text, tags }: QuestionWire) => ({
  title,
  text,
  tags: tags.map(({ name }) => name).join(' '),
});

/** A question being edited by its author. */
export default function EditQuestion({
  question,
  onSaved,
  onCancel,
}: {
  readonly question: QuestionWire;
  readonly onSaved: (question: QuestionWire) => void;
  readonly onCancel: () => void;
}) {
  const username = useViewer();
  const [editQuestion] = useEditQuestionMutation();
  const form = useEdit({
    post: question,
    valuesOf,
    check: checkQuestion,
    send: async ({ title, text, tags }, { key, version }) => {
      const { data, error } = await editQuestion({
        qid: question._id,
        title: title.trim(),
        text: text.trim(),
        tags: parseTags(tags).map((name) => ({ name, description: newTagDescription })),
        version,
        username,
        submissionKey: key,
      });
      if (data) onSaved(data);
      return error;
    },
  });
  const tags = useRef<HTMLInputElement>(null);
  return (
    <EditForm
      label="Edit question"
      form={form}
      isChanged={form.isChanged}
      current={
        form.current && (
          <>
            <h3>
              <bdi>{form.current.title}</bdi>
            </h3>
            <PostText text={form.current.text} />
            <p dir="auto">{valuesOf(form.current).tags}</p>
          </>
        )
      }
      onUseCurrent={form.useCurrent}
      onCancel={onCancel}
    >
      <TextInput {...form.field('title')} label="Question Title" size="md" autoFocus dir="auto" />
      <MarkdownField {...form.field('text')} label="Question Text" />
      <TextInput
        ref={tags}
        {...form.field('tags')}
        label="Tags"
        description="Add keywords separated by whitespace"
        size="md"
        autoCapitalize="none"
        autoComplete="off"
        dir="auto"
        inputContainer={(input) => (
          <div className={classes.tags} data-completed>
            {input}
            {form.values.tags !== '' && <LateCompletion field={tags} of="tags" />}
          </div>
        )}
      />
    </EditForm>
  );
}
