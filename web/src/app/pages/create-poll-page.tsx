import type { CommunityWire } from '@parlour/contracts/communities';
import { messages } from '@parlour/contracts/messages';
import { ReturnToCommunity } from '../../features/communities/community-head.tsx';
import { communityAddress, mayCreatePoll } from '../../features/communities/position.ts';
import { CreatePoll } from '../../features/polls/create-poll.tsx';
import { Failure } from '../../shared/parts/failure.tsx';
import { useGoOn } from '../../shared/navigation/use-go-on.ts';
import { usePageTitle } from '../../shared/parts/page-title.ts';
import { CommunityFrame } from './community-frame.tsx';
import classes from './page.module.css';

/** Creates a poll in a community, then opens the community. */
export function CreatePollPage() {
  return <CommunityFrame>{(community) => <NewPoll key={community._id} community={community} />}</CommunityFrame>;
}

function NewPoll({ community }: { readonly community: CommunityWire }) {
  const { _id: id, name } = community;
  const goOn = useGoOn();
  usePageTitle('Create Poll');
  return (
    <>
      <ReturnToCommunity communityId={id} />
      <div className={classes.head}>
        <div className={classes.words}>
          <h1 className={classes.title} tabIndex={-1}>
            Create Poll
          </h1>
          <p className={classes.below}>
            <bdi>{name}</bdi>
          </p>
        </div>
      </div>
      {mayCreatePoll(community) ? (
        <div className={classes.card}>
          <CreatePoll communityId={id} onCreated={() => goOn(communityAddress(id), 'Your poll was created.')} />
        </div>
      ) : (
        <Failure title={messages.communityPosition} />
      )}
    </>
  );
}
