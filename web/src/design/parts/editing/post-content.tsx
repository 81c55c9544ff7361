import type { ReactNode } from 'react';
import { lazyPart } from '../feedback/lazy-part.tsx';
import { Collapsed } from '../post/collapsed.tsx';
import { RemoveDialog } from '../post/removal.tsx';
import { Tombstone } from '../post/tombstone.tsx';
import type { ReadKind, usePost } from './use-post.ts';

const PostHistory = lazyPart(async () => (await import('./post-history.tsx')).default);

/** What a post says, or what stands in its place: its form, or who deleted it; and its dialogs. */
export function PostContent({
  of: { kind, post, author, onRestore, editing, removal, history },
  form,
  children,
}: {
  readonly of: Pick<
    ReturnType<typeof usePost<ReadKind>>,
    'kind' | 'post' | 'author' | 'onRestore' | 'editing' | 'removal' | 'history'
  >;
  readonly form: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <>
      {post.deleted && <Tombstone deleted={post.deleted} onRestore={onRestore} />}
      {removal && <RemoveDialog kind={kind} {...removal} />}
      {history && <PostHistory kind={kind} post={post} {...history} />}
      {editing && form}
      {!editing && !post.deleted && <Collapsed by={author}>{children}</Collapsed>}
    </>
  );
}
