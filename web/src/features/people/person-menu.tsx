import { useDispatch } from 'react-redux';
import { deletedUserName } from '@parlour/contracts/limits';
import { lazyPart } from '../../design/parts/feedback/lazy-part.tsx';
import { PostMenu } from '../../design/parts/post/post-menu.tsx';
import { useReport } from '../../design/parts/report/use-report.ts';
import { useIsBlocked } from '../../shared/state/blocked.slice.ts';
import { blockWanted } from '../../shared/state/blocking.slice.ts';
import type { Dispatch } from '../../shared/state/store.ts';

/** The button that lifts a block, in place of what one does with other people. */
export const UnblockButton = lazyPart(async () => (await import('./block/unblock-button.tsx')).default);

/** The menu on another person, to report or block them. Who is blocked can still be reported. */
export function PersonMenu({ username }: { readonly username: string }) {
  const dispatch = useDispatch<Dispatch>();
  const blocked = useIsBlocked(username);
  const report = useReport('person', username);
  if (username === deletedUserName) return null;
  const block = {
    label: `Block @${username}`,
    isGrave: true,
    onClick: () => void dispatch(blockWanted(username)),
  };
  return <PostMenu label={`More about ${username}`} acts={blocked ? [report] : [report, block]} />;
}
