import { Skeleton } from '@mantine/core';
import type { DescribedTagWire } from '@parlour/contracts/qa/qa';
import { tagPosts } from '@parlour/contracts/qa/tag-descriptions';
import { useEffect, useRef, useState } from 'react';
import { Failure } from '../../design/parts/feedback/failure.tsx';
import { HistoryDialog } from '../../design/parts/editing/history-dialog.tsx';
import { Loading } from '../../design/parts/feedback/loading.tsx';
import { serverText } from '../../shared/http/call-failure.ts';
import { useViewer } from '../../shared/state/hooks/use-viewer.ts';
import { EditTagDescription } from './edit-tag-description.tsx';
import { useDescribeTagMutation, useGetTagHistoryQuery } from './tag-descriptions.api.ts';
import classes from './tag-tools.module.css';

type Tool = 'editing' | 'history';

/**
 * Below a tag's description: to change it, and its versions. Closing either returns the focus to
 * its button. Source: decisions Q-33.
 */
export default function TagTools({ tag }: { readonly tag: DescribedTagWire }) {
  const { name, version } = tag;
  const username = useViewer();
  const [shown, setShown] = useState<Tool>();
  // The history reply also says whether the viewer may edit. An open form stays for newer versions.
  const history = useGetTagHistoryQuery({ name, version }, { skip: shown === undefined });
  const [describeTag] = useDescribeTagMutation();
  const editButton = useRef<HTMLButtonElement>(null);
  const historyButton = useRef<HTMLButtonElement>(null);
  const closed = useRef<Tool>(undefined);
  const close = () => {
    closed.current = shown;
    setShown(undefined);
  };
  useEffect(() => {
    if (shown !== undefined) return;
    // The buttons are away while the form is there.
    if (closed.current === 'editing') editButton.current?.focus();
    if (closed.current === 'history') historyButton.current?.focus();
    closed.current = undefined;
  }, [shown]);

  if (shown === 'editing' && history.data?.mayEdit === true) {
    return (
      <div className={classes.form}>
        <EditTagDescription tag={tag} onClose={close} />
      </div>
    );
  }
  return (
    <>
      <div className={classes.tools}>
        <button ref={editButton} type="button" className={classes.tool} onClick={() => setShown('editing')}>
          Edit description
        </button>
        <button ref={historyButton} type="button" className={classes.tool} onClick={() => setShown('history')}>
          History
        </button>
      </div>
      {shown === 'editing' &&
        (history.data ? (
          <p role="alert" className={classes.refusal}>
            {tagPosts}
          </p>
        ) : history.error === undefined ? (
          <Loading label="Loading the form">
            <Skeleton height={20} width="60%" />
          </Loading>
        ) : (
          <Failure
            title="The description could not be loaded"
            detail={serverText(history.error)}
            onRetry={() => history.refetch()}
          />
        ))}
      {shown === 'history' && (
        <HistoryDialog
          versions={history.currentData?.versions}
          error={history.error}
          onRetry={() => history.refetch()}
          onClose={close}
          onRestore={
            history.currentData?.mayEdit === true
              ? ({ text }, submissionKey) => describeTag({ tag: name, text, version, username, submissionKey })
              : undefined
          }
        />
      )}
    </>
  );
}
