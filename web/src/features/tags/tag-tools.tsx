import type { DescribedTagWire } from '@parlour/contracts/qa';
import { tagPosts } from '@parlour/contracts/tag-descriptions';
import { useState } from 'react';
import { HistoryDialog } from '../../design/parts/history-dialog.tsx';
import { showToast } from '../../design/parts/toasts.ts';
import { serverText } from '../../shared/http/call-failure.ts';
import { newSubmissionKey } from '../../shared/http/submission-key.ts';
import { useViewer } from '../../shared/state/use-viewer.ts';
import { EditTagDescription } from './edit-tag-description.tsx';
import { useDescribeTagMutation, useGetTagHistoryQuery } from './tag-descriptions.api.ts';
import classes from './tag-tools.module.css';

/** Below a tag's description: to change it, and its versions. Source: decisions Q-33. */
export default function TagTools({ tag }: { readonly tag: DescribedTagWire }) {
  const { name, version } = tag;
  const username = useViewer();
  const [shown, setShown] = useState<'editing' | 'history'>();
  // Who may change it is known with its versions.
  const { currentData: history, error } = useGetTagHistoryQuery({ name, version }, { skip: shown === undefined });
  const [describeTag] = useDescribeTagMutation();
  const close = () => setShown(undefined);

  async function restore(text: string): Promise<void> {
    const change = { tag: name, text, version, username, submissionKey: newSubmissionKey() };
    const { data, error: failure } = await describeTag(change);
    if (data) close();
    else void showToast('error', serverText(failure) ?? 'Your changes could not be saved');
  }

  const tools = (
    <div className={classes.tools}>
      <button type="button" className={classes.tool} onClick={() => setShown('editing')}>
        Edit description
      </button>
      <button type="button" className={classes.tool} onClick={() => setShown('history')}>
        History
      </button>
    </div>
  );
  if (shown === 'editing' && history?.mayEdit === true) {
    return <EditTagDescription key={name} tag={tag} onClose={close} />;
  }
  return (
    <>
      {tools}
      {shown === 'editing' && (history || error !== undefined) && (
        <p role="alert" className={classes.refusal}>
          {history ? tagPosts : (serverText(error) ?? 'This could not be loaded')}
        </p>
      )}
      {shown === 'history' && (
        <HistoryDialog
          versions={history?.versions}
          error={error}
          onClose={close}
          onRestore={history?.mayEdit === true ? ({ text }) => void restore(text) : undefined}
        />
      )}
    </>
  );
}
