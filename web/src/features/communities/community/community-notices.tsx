import { Button } from '@mantine/core';
import type { CommunityWire } from '@parlour/contracts/communities/communities';
import { messages } from '@parlour/contracts/messages';
import { IconDoorOff, IconStarFilled } from '../../../design/parts/look/icons.tsx';
import { moveFocusToHeading } from '../../../design/parts/page/move-focus.ts';
import { useViewer } from '../../../shared/state/hooks/use-viewer.ts';
import classes from './community-page.module.css';
import { useCommunityChange } from '../settings/use-community-change.tsx';

/** Above a community's contents: that it is closed, or that it is offered to the viewer. */
export function CommunityNotices({ community }: { readonly community: CommunityWire }) {
  const viewer = useViewer();
  const { closedAt, offeredTo, position } = community;
  return (
    <>
      {closedAt !== null && (
        <p className={classes.banner} role="note">
          <IconDoorOff size={18} aria-hidden />
          {messages.communityClosed}
        </p>
      )}
      {closedAt === null && offeredTo === viewer && position !== 1 && <Offer community={community} />}
    </>
  );
}

function Offer({ community: { _id: communityId, owner, name } }: { readonly community: CommunityWire }) {
  const { run, pending, failure } = useCommunityChange(communityId);
  const answer = async (button: HTMLElement, accept: boolean) => {
    const answered = await run({ path: 'acceptOwnership', body: { communityId, accept } });
    if (answered) moveFocusToHeading(button);
  };
  return (
    <section className={classes.offer} aria-label="Offer">
      <p className={classes.offerWords}>
        <IconStarFilled size={18} aria-hidden />
        <span>
          <bdi>{owner}</bdi> offers you <bdi>{name}</bdi>. If you accept, you own it, and <bdi>{owner}</bdi> stays as a
          moderator.
        </span>
      </p>
      <div className="wrap">
        <Button data-disabled={pending !== undefined} onClick={({ currentTarget }) => void answer(currentTarget, true)}>
          Accept
        </Button>
        <Button
          variant="default"
          data-disabled={pending !== undefined}
          onClick={({ currentTarget }) => void answer(currentTarget, false)}
        >
          Decline
        </Button>
      </div>
      {failure}
    </section>
  );
}
