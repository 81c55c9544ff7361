import type { AnswerWire } from '@parlour/contracts/qa';
import { HistoryDialog } from '../../design/parts/history-dialog.tsx';
import { useReadOnly } from '../../design/parts/read-only.ts';
import { showToast } from '../../design/parts/toasts.ts';
import { serverText } from '../../shared/http/call-failure.ts';
import { newSubmissionKey } from '../../shared/http/submission-key.ts';
import { useViewer } from '../../shared/state/use-viewer.ts';
import { useEditAnswerMutation, useGetAnswerHistoryQuery } from './answers.api.ts';

/** The versions of an answer; its author can restore one, as an edit. */
export default function AnswerHistory({
  answer,
  onSaved,
  onClose,
}: {
  readonly answer: AnswerWire;
  readonly onSaved: (answer: AnswerWire) => void;
  readonly onClose: () => void;
}) {
  const { _id: aid, version, ansBy, deleted } = answer;
  const username = useViewer();
  const isReadOnly = useReadOnly() !== undefined;
  const { currentData, error, refetch } = useGetAnswerHistoryQuery({ aid, version });
  const [editAnswer] = useEditAnswerMutation();
  return (
    <HistoryDialog
      versions={currentData}
      error={error}
      onRetry={() => refetch()}
      onClose={onClose}
      onRestore={
        ansBy === username && !deleted && !isReadOnly
          ? async ({ text }) => {
              const content = { aid, text, version, username };
              const { data, error: failure } = await editAnswer({ ...content, submissionKey: newSubmissionKey() });
              if (data) onSaved(data);
              else void showToast('error', serverText(failure) ?? 'Your changes could not be saved');
              if (data) onClose();
            }
          : undefined
      }
    />
  );
}
