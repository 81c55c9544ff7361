import { Button, TextInput } from '@mantine/core';
import { lengthOf, parseTags, postedText } from '@parlour/contracts/text/checks';
import { limits } from '@parlour/contracts/limits';
import { messages } from '@parlour/contracts/messages';
import type { QuestionWire } from '@parlour/contracts/qa/qa';
import { useMemo } from 'react';
import { Checkbox } from '../../../design/parts/form/checkbox.tsx';
import { CompletedAmong } from '../../../design/parts/editor/completed-among.ts';
import { DraftNote, RefusalNote } from '../../../design/parts/draft/draft-note.tsx';
import { Failure } from '../../../design/parts/feedback/failure.tsx';
import { MarkdownField } from '../../../design/parts/editor/markdown-field.tsx';
import { SubmitWords } from '../../../design/parts/form/submit-words.tsx';
import { useForm } from '../../../design/parts/form/use-form.ts';
import { useUploadGate } from '../../../design/parts/form/use-upload-gate.ts';
import { serverText } from '../../../shared/http/call-failure.ts';
import { useViewer } from '../../../shared/state/hooks/use-viewer.ts';
import { withSitePaths } from '../../../shared/text/site-links.ts';
import { checkQuestion } from './check-question.ts';
import { useAddQuestionMutation } from '../questions.api.ts';
import { SimilarQuestions } from '../question/similar-questions.tsx';
import { TagsField } from './tags-field.tsx';
import { givenTag } from '../given-tag.ts';
import classes from './ask-form.module.css';

/** The question form, for the community in the address if there is one. */
export function AskForm({
  communityId,
  refusal,
  onAsked,
}: {
  readonly communityId: string | null;
  /** Why the viewer cannot ask there. */
  readonly refusal?: string | undefined;
  readonly onAsked: (question: QuestionWire) => void;
}) {
  const viewer = useViewer();
  const [addQuestion] = useAddQuestionMutation();
  const uploads = useUploadGate();
  const form = useForm({
    holds: uploads.holds,
    // The checkbox is one of the values: a draft restored without it would be posted to everyone.
    initial: { title: '', text: '', tags: '', onlyFollowers: '' },
    draft: communityId === null ? 'question' : `question:${communityId}`,
    check: (values) => (refusal === undefined ? checkQuestion(values) : { title: refusal }),
    send: async ({ title, text, tags, onlyFollowers }, { key, at }) => {
      const { data, error } = await addQuestion({
        title: title.trim(),
        text: withSitePaths(postedText(text)),
        tags: parseTags(tags).map(givenTag),
        askedBy: viewer,
        onlyFollowers: onlyFollowers !== '',
        communityId,
        at,
        submissionKey: key,
      });
      if (data) onAsked(data);
      return error;
    },
  });
  const onlyFollowers = form.values.onlyFollowers !== '';
  const readers = useMemo(
    () => ({ ...(communityId !== null && { communityId }), ...(onlyFollowers && { onlyFollowers: 'true' as const }) }),
    [communityId, onlyFollowers],
  );
  const titleLength = lengthOf(form.values.title.trim());
  return (
    <form {...form.form} className={classes.form} aria-label="Ask a question">
      <RefusalNote refusal={refusal} isWritten={form.isChanged} />
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
      <SimilarQuestions title={form.values.title} />
      <CompletedAmong value={readers}>
        <MarkdownField {...form.field('text')} onUploads={uploads.onUploads} label="Question Text" beside />
      </CompletedAmong>
      <TagsField
        value={form.values.tags}
        error={form.field('tags').error}
        readOnly={form.pending}
        onChange={(tags) => {
          form.set('tags', tags);
        }}
      />
      <Checkbox
        label="Share only with followers"
        checked={onlyFollowers}
        onChange={(event) => {
          // The question on its way is for whom it was.
          if (form.pending) return;
          form.set('onlyFollowers', event.currentTarget.checked ? 'yes' : '');
        }}
      />
      {form.failure !== undefined && (
        <Failure title={messages.questionCreateFailed} detail={serverText(form.failure)} />
      )}
      <div>
        <Button type="submit" size="md" loading={form.pending} data-disabled={refusal !== undefined}>
          <SubmitWords of={uploads}>Post Question</SubmitWords>
        </Button>
      </div>
    </form>
  );
}
