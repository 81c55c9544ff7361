import { newTagDescription } from '@parlour/contracts/limits';
import type { QuestionWire } from '@parlour/contracts/qa';
import { HistoryDialog } from '../../design/parts/history-dialog.tsx';
import { showToast } from '../../design/parts/toasts.ts';
import { serverText } from '../../shared/http/call-failure.ts';
import { newSubmissionKey } from '../../shared/http/submission-key.ts';
import { useViewer } from '../../shared/state/use-viewer.ts';
import { useEditQuestionMutation, useGetQuestionHistoryQuery } from './questions.api.ts';

/** The versions of a question. */
export default function QuestionHistory({
  question,
  mayRestore,
  onSaved,
  onClose,
}: {
  readonly question: QuestionWire;
  /** Whether the viewer can restore a version, as an edit. */
  readonly mayRestore: boolean;
  readonly onSaved: (question: QuestionWire) => void;
  readonly onClose: () => void;
}) {
  const { _id: qid, version } = question;
  const username = useViewer();
  const { currentData, error, refetch } = useGetQuestionHistoryQuery({ qid, version });
  const [editQuestion] = useEditQuestionMutation();
  return (
    <HistoryDialog
      versions={currentData}
      error={error}
      onRetry={() => refetch()}
      onClose={onClose}
      onRestore={
        mayRestore
          ? async ({ title = '', text, tags = [] }) => {
              const named = tags.map(({ name }) => ({ name, description: newTagDescription }));
              const content = { qid, title, text, tags: named, version, username };
              const { data, error: failure } = await editQuestion({ ...content, submissionKey: newSubmissionKey() });
              if (data) onSaved(data);
              else void showToast('error', serverText(failure) ?? 'Your changes could not be saved');
              if (data) onClose();
            }
          : undefined
      }
    />
  );
}
