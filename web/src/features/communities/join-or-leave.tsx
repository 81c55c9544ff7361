import { Button } from '@mantine/core';
import type { CommunityWire } from '@parlour/contracts/communities';
import { messages } from '@parlour/contracts/messages';
import { useState } from 'react';
import { serverText } from '../../shared/http/call-failure.ts';
import { Dialog } from '../../shared/parts/dialog.tsx';
import { Failure } from '../../shared/parts/failure.tsx';
import { useViewer } from '../../shared/state/use-viewer.ts';
import classes from './community-page.module.css';
import { useMembership } from './use-membership.ts';

/**
 * Joins a public community, or leaves any. Leaving a private one asks first, because people can't
 * rejoin by themselves.
 */
export function JoinOrLeave({ community }: { readonly community: CommunityWire }) {
  const { _id: id, name, visibility, position } = community;
  const viewer = useViewer();
  const { change, pending, failure } = useMembership(id);
  const [asking, setAsking] = useState(false);
  const member = position <= 3;

  async function toggle(): Promise<void> {
    const done = await change({ username: viewer, list: 'members', action: member ? 'remove' : 'add' });
    if (done) setAsking(false);
  }

  const failed = failure !== undefined && (
    <div className={classes.failure}>
      <Failure title={serverText(failure) ?? messages.unknownFailure} />
    </div>
  );
  return (
    <div>
      <Button
        variant={member ? 'default' : 'filled'}
        loading={pending !== undefined && !asking}
        onClick={() => {
          if (member && visibility === 'private') setAsking(true);
          else void toggle();
        }}
      >
        {member ? 'Leave community' : 'Join community'}
      </Button>
      {!asking && failed}
      <Dialog opened={asking} title={`Leave ${name}?`} onClose={() => setAsking(false)}>
        <p className={classes.leaving}>
          It is private: you will lose access to its posts and polls, and have to ask to join again.
        </p>
        <div className={classes.buttons}>
          <Button loading={pending !== undefined} onClick={() => void toggle()}>
            Leave
          </Button>
          <Button variant="default" data-autofocus onClick={() => setAsking(false)}>
            Cancel
          </Button>
        </div>
        {asking && failed}
      </Dialog>
    </div>
  );
}
