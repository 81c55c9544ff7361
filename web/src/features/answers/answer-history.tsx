import type { AnswerWire } from '@parlour/contracts/qa/qa';
import { HistoryDialog } from '../../design/parts/editing/history-dialog.tsx';
import { useViewer } from '../../shared/state/hooks/use-viewer.ts';
import { useEditAnswerMutation, useGetAnswerHistoryQuery } from './answers.api.ts';

/** The versions of an answer. */
export default function AnswerHistory({
  answer,
  mayRestore,
  onSaved,
  onClose,
}: {
  readonly answer: AnswerWire;
  /** Whether the viewer can restore a version, as an edit. */
  readonly mayRestore: boolean;
  readonly onSaved: (answer: AnswerWire) => void;
  readonly onClose: () => void;
}) {
  const { _id: aid, version } = answer;
  const username = useViewer();
  const { currentData, error, refetch } = useGetAnswerHistoryQuery({ aid, version });
  const [editAnswer] = useEditAnswerMutation();
  return (
    <HistoryDialog
      versions={currentData}
      error={error}
      onRetry={() => refetch()}
      onClose={onClose}
      onRestore={
        mayRestore
          ? ({ text }, submissionKey) => editAnswer({ aid, text, version, username, submissionKey })
          : undefined
      }
      onRestored={onSaved}
    />
  );
}
