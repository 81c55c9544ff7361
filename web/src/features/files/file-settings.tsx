import { Skeleton } from '@mantine/core';
import { Failure } from '../../design/parts/feedback/failure.tsx';
import { Loading } from '../../design/parts/feedback/loading.tsx';
import { EmptyState } from '../../design/parts/list/empty-state.tsx';
import { ListFoot } from '../../design/parts/list/list-foot.tsx';
import { IconPaperclip } from '../../design/parts/look/icon-paperclip.tsx';
import { serverText } from '../../shared/http/call-failure.ts';
import { everyVisit } from '../../shared/http/endpoint.ts';
import { rowsOf } from '../../shared/http/pages.ts';
import { useGetFileUseQuery } from '../../shared/files.api.ts';
import { sizeText } from '../../shared/text/size.ts';
import { FileRow } from './file-row.tsx';
import { useGetOwnFilesInfiniteQuery } from './files.api.ts';

const failed = 'Your files could not be loaded';

/** The viewer's own files: what they take, where they are used, and how to delete them. */
export default function FileSettings() {
  const query = useGetOwnFilesInfiniteQuery(undefined, everyVisit);
  const { data: use } = useGetFileUseQuery(undefined, everyVisit);
  const { data, error } = query;
  const rows = rowsOf(data?.pages, ({ _id }) => _id);
  if (!rows && error !== undefined) {
    return <Failure title={failed} detail={serverText(error)} onRetry={() => query.refetch()} />;
  }
  if (!rows) {
    return (
      <Loading label="Loading your files">
        <Skeleton height={14} width="55%" />
        <Skeleton height={14} width="40%" mt={16} />
      </Loading>
    );
  }
  return (
    <>
      {use && (
        <p className="hint">
          {sizeText(use.bytes)} of {sizeText(use.most)}
        </p>
      )}
      {rows.length === 0 ? (
        <EmptyState icon={<IconPaperclip size={28} />} title="You have no files">
          <p>Pictures and files that you add to questions, answers, comments and messages are listed here.</p>
        </EmptyState>
      ) : (
        <ul aria-label="Your files">
          {rows.map((file) => (
            <FileRow key={file._id} file={file} />
          ))}
        </ul>
      )}
      <ListFoot query={query} label="Show more files" failed={failed} />
    </>
  );
}
