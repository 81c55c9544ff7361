import { newTagDescription } from '@parlour/contracts/limits';
import type { QuestionWire } from '@parlour/contracts/qa/qa';
import { HistoryDialog } from '../../../design/parts/editing/history-dialog.tsx';
import { useViewer } from '../../../shared/state/hooks/use-viewer.ts';
import { useEditQuestionMutation, useGetQuestionHistoryQuery } from '../questions.api.ts';

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
          ? ({ title = '', text, tags = [] }, submissionKey) =>
              editQuestion({
                qid,
                title,
                text,
                tags: tags.map(({ name }) => ({ name, description: newTagDescription })),
                version,
                username,
                submissionKey,
              })
          : undefined
      }
      onRestored={onSaved}
    />
  );
}
