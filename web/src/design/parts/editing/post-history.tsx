import type { VersionWire } from '@parlour/contracts/qa/qa';
import type { Outcome } from '../../../shared/http/outcome.ts';
import { type PostKind, useGetPostHistoryQuery } from '../../../shared/posts.api.ts';
import { HistoryDialog } from './history-dialog.tsx';

/** The versions of a post. */
export default function PostHistory({
  kind,
  post: { _id: id, version },
  ...dialog
}: {
  readonly kind: PostKind;
  readonly post: { readonly _id: string; readonly version: number };
  /** For those who can edit the post. */
  readonly onRestore: ((version: VersionWire, submissionKey: string) => Promise<Outcome<unknown>>) | undefined;
  readonly onClose: () => void;
}) {
  const { currentData, error, refetch } = useGetPostHistoryQuery({ kind, id, version });
  return <HistoryDialog {...dialog} versions={currentData} error={error} onRetry={() => refetch()} />;
}
