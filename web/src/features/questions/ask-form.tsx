import { Button, Checkbox, TextInput } from '@mantine/core';
import { checkQuestionText, checkTags, checkTitle, lengthOf, parseTags } from '@parlour/contracts/checks';
import { limits, newTagDescription } from '@parlour/contracts/limits';
import { messages } from '@parlour/contracts/messages';
import type { QuestionWire } from '@parlour/contracts/qa';
import { DraftNote } from '../../shared/parts/draft-note.tsx';
import { Failure } from '../../shared/parts/failure.tsx';
import { MarkdownField } from '../../shared/parts/markdown-field.tsx';
import { useForm } from '../../shared/parts/use-form.ts';
import { serverText } from '../../shared/http/call-failure.ts';
import { useViewer } from '../../shared/state/use-viewer.ts';
import { useAddQuestionMutation } from './questions.api.ts';
import classes from './ask-form.module.css';

function check({ title, text, tags }: { readonly title: string; readonly text: string; readonly tags: string }) {
  return {
    title: checkTitle(title.trim())?.text,
    text: checkQuestionText(text.trim())?.text,
    tags: checkTags(parseTags(tags))?.text,
  };
}

/** The question form, for the community in the address if there is one. */
export function AskForm({
  communityId,
  onAsked,
}: {
  readonly communityId: string | null;
  readonly onAsked: (question: QuestionWire) => void;
}) {
  const viewer = useViewer();
  const [addQuestion] = useAddQuestionMutation();
  const form = useForm({
    // The checkbox is one of the values: a draft restored without it would be posted to everyone.
    initial: { title: '', text: '', tags: '', onlyFollowers: '' },
    draft: communityId === null ? 'question' : `question:${communityId}`,
    check,
    send: async ({ title, text, tags, onlyFollowers }, { key, at }) => {
      const { data, error } = await addQuestion({
        submissionKey: key,
        question: {
          title: title.trim(),
          text: text.trim(),
          tags: parseTags(tags).map((name) => ({ name, description: newTagDescription })),
          askedBy: viewer,
          askDateTime: at,
          onlyFollowers: onlyFollowers !== '',
          communityId,
        },
      });
      if (data) onAsked(data);
      return error;
    },
  });
  const titleLength = lengthOf(form.values.title.trim());
  return (
    <form {...form.form} className={classes.form} aria-label="Ask a question">
      <DraftNote {...form.draft} />
      <TextInput
        {...form.field('title')}
        label="Question Title"
        description={`Limit title to ${limits.titleLength} characters or less`}
        size="md"
        autoFocus
        rightSection={
          <span className={classes.counter} data-over={titleLength > limits.titleLength} aria-hidden>
            {limits.titleLength - titleLength}
          </span>
        }
      />
      <MarkdownField {...form.field('text')} label="Question Text" />
      <TextInput
        {...form.field('tags')}
        label="Tags"
        description="Add keywords separated by whitespace"
        size="md"
        autoCapitalize="none"
      />
      <Checkbox
        label="Share only with followers"
        checked={form.values.onlyFollowers !== ''}
        onChange={(event) => {
          form.set('onlyFollowers', event.currentTarget.checked ? 'yes' : '');
        }}
      />
      {form.failure !== undefined && (
        <Failure title={messages.questionCreateFailed} detail={serverText(form.failure)} />
      )}
      <div>
        <Button type="submit" size="md" loading={form.pending}>
          Post Question
        </Button>
      </div>
    </form>
  );
}
