import { Button } from '@mantine/core';
import { postedText } from '@parlour/contracts/text/checks';
import { checkAnswerText } from '@parlour/contracts/posts/post-checks';
import { messages } from '@parlour/contracts/messages';
import type { AnswerWire } from '@parlour/contracts/qa/qa';
import { DraftNote, RefusalNote } from '../../design/parts/draft/draft-note.tsx';
import { Failure } from '../../design/parts/feedback/failure.tsx';
import { MarkdownField } from '../../design/parts/editor/markdown-field.tsx';
import { SubmitWords } from '../../design/parts/form/submit-words.tsx';
import { useForm } from '../../design/parts/form/use-form.ts';
import { useUploadGate } from '../../design/parts/form/use-upload-gate.ts';
import { placeAt } from '../../shared/drafts/drafts.ts';
import { serverText } from '../../shared/http/call-failure.ts';
import { useViewer } from '../../shared/state/hooks/use-viewer.ts';
import { useAddAnswerMutation } from './answers.api.ts';
import { withSitePaths } from '../../shared/text/site-links.ts';

/**
 * The answer form. Keyed by question, so that each question gets a form of its own. Its draft is
 * the same on every page.
 */
export function AnswerForm({
  qid,
  onPage = false,
  refusal,
  onAnswered,
}: {
  readonly qid: string;
  /** It is the whole page, and not at the foot of one: it takes the focus, and all the space. */
  readonly onPage?: boolean;
  /** Why nobody can answer the question. */
  readonly refusal?: string | undefined;
  readonly onAnswered: (answer: AnswerWire) => void;
}) {
  const viewer = useViewer();
  const [addAnswer] = useAddAnswerMutation();
  const uploads = useUploadGate();
  const form = useForm({
    holds: uploads.holds,
    initial: { text: '' },
    draft: placeAt('answer', qid),
    check: ({ text }) => ({ text: refusal ?? checkAnswerText(withSitePaths(postedText(text)))?.text }),
    send: async ({ text }, { key, at }) => {
      const { data, error } = await addAnswer({
        qid,
        ans: { text: withSitePaths(postedText(text)), ansBy: viewer },
        at,
        submissionKey: key,
      });
      if (data) onAnswered(data);
      return error;
    },
  });
  return (
    <form {...form.form} className="stack" aria-label="Answer">
      <DraftNote {...form.draft} />
      <MarkdownField
        {...form.field('text')}
        onUploads={uploads.onUploads}
        label="Answer Text"
        autoFocus={onPage}
        beside={onPage}
      />
      {form.failure !== undefined && <Failure title={messages.answerCreateFailed} detail={serverText(form.failure)} />}
      <RefusalNote refusal={refusal} isWritten={form.isChanged} />
      <div>
        <Button type="submit" size="md" loading={form.pending} data-disabled={refusal !== undefined}>
          <SubmitWords of={uploads}>Post Answer</SubmitWords>
        </Button>
      </div>
    </form>
  );
}
