import { Button } from '@mantine/core';
import type { CommunityWire } from '@parlour/contracts/communities/communities';
import { messages } from '@parlour/contracts/messages';
import { serverText } from '../../../shared/http/call-failure.ts';
import { EmptyState } from '../../../design/parts/list/empty-state.tsx';
import { Failure } from '../../../design/parts/feedback/failure.tsx';
import { IconBan, IconHourglass, IconLock } from '../../../design/parts/look/icons.tsx';
import { showUndo } from '../../../design/parts/feedback/toasts.ts';
import { useViewer } from '../../../shared/state/hooks/use-viewer.ts';
import classes from './community-page.module.css';
import { useMembership } from '../membership/use-membership.ts';

/**
 * Shown instead of a community's contents to people who can't see them: why, and what they can do.
 */
export function NoAccess({ community }: { readonly community: CommunityWire }) {
  const viewer = useViewer();
  const { change, takeBack, pending, failure } = useMembership(community._id);
  const failed = failure !== undefined && <Failure title={serverText(failure) ?? messages.unknownFailure} />;
  const ask = { username: viewer, list: 'pendingMembers', action: 'add' } as const;
  async function cancel(): Promise<void> {
    if (!(await change({ ...ask, action: 'remove' }))) return;
    void showUndo(`You cancelled your request to ${community.name}.`, () => void takeBack(ask));
  }
  return (
    <div className={classes.notice} role="status">
      {community.position === 4 ? (
        <EmptyState icon={<IconBan size={28} />} title="You are banned from this community.">
          <p>You can’t see its posts and polls.</p>
        </EmptyState>
      ) : community.position === 5 ? (
        <EmptyState icon={<IconHourglass size={28} />} title="Your request to join is pending.">
          <p>The owner or a moderator will decide. This page opens as soon as they accept.</p>
          <Button variant="default" loading={pending !== undefined} onClick={() => void cancel()}>
            Cancel request
          </Button>
          {failed}
        </EmptyState>
      ) : (
        <EmptyState icon={<IconLock size={28} />} title="This community is private.">
          <p>Only members can see its posts and polls. You can ask to join.</p>
          <Button loading={pending !== undefined} onClick={() => void change(ask)}>
            Request to join
          </Button>
          {failed}
        </EmptyState>
      )}
    </div>
  );
}
