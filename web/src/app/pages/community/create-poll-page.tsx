import type { CommunityWire } from '@parlour/contracts/communities/communities';
import { messages } from '@parlour/contracts/messages';
import { CommunityName, ReturnToCommunity } from '../../../features/communities/community/community-head.tsx';
import { communityAddress, mayCreatePoll } from '../../../features/communities/membership/permissions.ts';
import { CreatePoll, pollDraftOf, textsOfPollDraft } from '../../../features/polls/create/create-poll.tsx';
import { Failure } from '../../../design/parts/feedback/failure.tsx';
import { KeptTexts } from '../../../design/parts/draft/kept-texts.tsx';
import { useNavigateWhenDone } from '../../../shared/navigation/use-navigate-when-done.ts';
import { usePageTitle } from '../../../design/parts/page/page-title.ts';
import { PageHead } from '../../../design/patterns/page-head.tsx';
import { CommunityFrame } from './community-frame.tsx';
import classes from '../page.module.css';

/** Creates a poll in a community, then opens the community. */
export function CreatePollPage() {
  return (
    <CommunityFrame lost={(id) => <LostPoll communityId={id} />}>
      {(community) => <NewPoll key={community._id} community={community} />}
    </CommunityFrame>
  );
}

/** What the viewer wrote for a community that lets them create none any more. */
function LostPoll({ communityId }: { readonly communityId: string }) {
  return <KeptTexts texts={[{ place: pollDraftOf(communityId), kind: 'poll', textsOf: textsOfPollDraft }]} />;
}

function NewPoll({ community }: { readonly community: CommunityWire }) {
  const { _id: id } = community;
  const goOn = useNavigateWhenDone();
  usePageTitle('Create Poll');
  return (
    <>
      <ReturnToCommunity communityId={id} />
      <PageHead title="Create Poll" below={<CommunityName {...community} />} />
      {mayCreatePoll(community) ? (
        <div className={`${classes.card} ${classes.reading}`}>
          <CreatePoll communityId={id} onCreated={() => goOn(communityAddress(id), 'Your poll was created.')} />
        </div>
      ) : (
        <>
          <Failure title={messages.communityPosition} />
          <LostPoll communityId={id} />
        </>
      )}
    </>
  );
}
