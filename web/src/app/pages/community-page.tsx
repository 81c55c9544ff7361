import { Button } from '@mantine/core';
import type { CommunityWire } from '@parlour/contracts/communities';
import { useMemo } from 'react';
import { Link, useSearchParams } from 'react-router';
import { ClosedDoor } from '../../features/communities/closed-door.tsx';
import { CommunityHead } from '../../features/communities/community-head.tsx';
import { CommunityRoles } from '../../features/communities/community-roles.tsx';
import { CommunityTabs } from '../../features/communities/community-tabs.tsx';
import { communityAddress, mayCreatePoll, seesContents } from '../../features/communities/position.ts';
import { PollList } from '../../features/polls/poll-list.tsx';
import { askLink, QuestionList, QuestionTotal } from '../../features/questions/question-list.tsx';
import { parseOrder, QuestionOrders } from '../../features/questions/question-orders.tsx';
import { usePageTitle } from '../../shared/parts/page-title.ts';
import { useViewer } from '../../shared/state/use-viewer.ts';
import { CommunityFrame } from './community-frame.tsx';
import classes from './page.module.css';

/** A community with its polls and posts, or the reason why the viewer can't see them. */
export function CommunityPage() {
  return <CommunityFrame>{(community) => <Community key={community._id} community={community} />}</CommunityFrame>;
}

function Community({ community }: { readonly community: CommunityWire }) {
  const [parameters, setParameters] = useSearchParams();
  const shown = parameters.get('tab') === 'posts' ? 'Posts' : 'Polls';
  usePageTitle(shown === 'Posts' ? `Community Questions · ${community.name}` : community.name);
  return (
    <>
      <CommunityHead community={community} />
      {seesContents(community) ? (
        <CommunityRoles community={community}>
          <CommunityTabs
            shown={shown}
            onShow={(tab) => {
              setParameters(tab === 'Posts' ? { tab: 'posts' } : {}, { replace: true, preventScrollReset: true });
            }}
          >
            {shown === 'Posts' ? (
              <Posts communityId={community._id} />
            ) : (
              <PollList
                communityId={community._id}
                createAt={mayCreatePoll(community) ? communityAddress(community._id, '/createPoll') : undefined}
              />
            )}
          </CommunityTabs>
        </CommunityRoles>
      ) : (
        <ClosedDoor community={community} />
      )}
    </>
  );
}

function Posts({ communityId }: { readonly communityId: string }) {
  const [parameters, setParameters] = useSearchParams();
  const viewer = useViewer();
  const order = parseOrder(parameters.get('order'));
  const list = useMemo(() => ({ order, search: '', viewer, communityId }), [communityId, order, viewer]);
  return (
    <section aria-labelledby="community-posts">
      <div className={classes.head} data-short>
        <div className={classes.words}>
          <h2 id="community-posts" className={classes.part}>
            Community Posts
          </h2>
          <p className={classes.below}>
            <QuestionTotal list={list} />
          </p>
        </div>
        <Button component={Link} to={askLink(communityId)}>
          Ask a Question
        </Button>
      </div>
      <div className={classes.orders}>
        <QuestionOrders
          order={order}
          onChange={(next) => {
            setParameters(next === 'newest' ? { tab: 'posts' } : { tab: 'posts', order: next }, {
              preventScrollReset: true,
            });
          }}
        />
      </div>
      <h3 className={classes.listTitle}>Community Questions</h3>
      <QuestionList key={order} list={list} />
    </section>
  );
}
