import { Button } from '@mantine/core';
import type { CommunityWire } from '@parlour/contracts/communities/communities';
import { type ReactNode, useMemo } from 'react';
import { Link, useSearchParams } from 'react-router';
import { CommunityAbout } from '../../../features/communities/community/community-about.tsx';
import { CommunityHead } from '../../../features/communities/community/community-head.tsx';
import { CommunityNotices } from '../../../features/communities/community/community-notices.tsx';
import { CommunityMembers } from '../../../features/communities/community/community-members.tsx';
import { CommunityRoles } from '../../../features/communities/settings/community-roles.tsx';
import { type CommunityTab, CommunityTabs, parseTab } from '../../../features/communities/community/community-tabs.tsx';
import { NoAccess } from '../../../features/communities/community/no-access.tsx';
import {
  communityAddress,
  leads,
  mayCreatePoll,
  seesContents,
} from '../../../features/communities/membership/permissions.ts';
import { PollList } from '../../../features/polls/poll-list.tsx';
import { QuestionList, QuestionTotal } from '../../../features/questions/list/question-list.tsx';
import { askLink } from '../../../features/questions/list/question-search.ts';
import { parseOrder } from '../../../features/questions/question-calls.ts';
import { QuestionOrders } from '../../../features/questions/list/question-orders.tsx';
import { usePageTitle } from '../../../design/parts/page/page-title.ts';
import { PageHead } from '../../../design/patterns/page-head.tsx';
import { useViewer } from '../../../shared/state/hooks/use-viewer.ts';
import { CommunityFrame } from './community-frame.tsx';
import classes from '../page.module.css';

/** A community with its polls, posts and people, or the reason why the viewer can't see them. */
export function CommunityPage() {
  return <CommunityFrame>{(community) => <Community key={community._id} community={community} />}</CommunityFrame>;
}

const titles: Record<CommunityTab, string | undefined> = {
  Polls: undefined,
  Posts: 'Community Questions',
  Members: 'Members',
  About: 'About',
};

function Community({ community }: { readonly community: CommunityWire }) {
  const [parameters] = useSearchParams();
  const shown = parseTab(parameters.get('tab'));
  const title = titles[shown];
  usePageTitle(title === undefined ? community.name : `${title} · ${community.name}`);
  return (
    <>
      <CommunityHead community={community} />
      <CommunityNotices community={community} />
      {seesContents(community) ? (
        <CommunityTabs communityId={community._id} shown={shown} memberCount={community.memberCount}>
          <Panel shown={shown} community={community} />
        </CommunityTabs>
      ) : (
        <NoAccess community={community} />
      )}
    </>
  );
}

function Panel({ shown, community }: { readonly shown: CommunityTab; readonly community: CommunityWire }): ReactNode {
  const { _id: communityId } = community;
  switch (shown) {
    case 'Polls':
      return (
        <CommunityRoles community={community}>
          <PollList
            communityId={communityId}
            leads={leads(community.position)}
            isReadOnly={community.closedAt !== null}
            createAt={mayCreatePoll(community) ? communityAddress(communityId, '/createPoll') : undefined}
          />
        </CommunityRoles>
      );
    case 'Posts':
      return (
        <CommunityRoles community={community}>
          <Posts communityId={communityId} isOpen={community.closedAt === null} />
        </CommunityRoles>
      );
    case 'Members':
      return <CommunityMembers communityId={communityId} />;
    case 'About':
      return <CommunityAbout community={community} posts={<PostTotal communityId={communityId} />} />;
  }
}

function PostTotal({ communityId }: { readonly communityId: string }) {
  const username = useViewer();
  const list = useMemo(() => ({ order: 'newest', username, communityId }) as const, [communityId, username]);
  return <QuestionTotal list={list} />;
}

function Posts({ communityId, isOpen }: { readonly communityId: string; readonly isOpen: boolean }) {
  const [parameters, setParameters] = useSearchParams();
  const username = useViewer();
  const order = parseOrder(parameters.get('order'));
  const list = useMemo(() => ({ order, username, communityId }), [communityId, order, username]);
  return (
    <section aria-labelledby="community-posts">
      <PageHead part="community-posts" title="Community Posts" below={<QuestionTotal list={list} />}>
        {isOpen && (
          <Button component={Link} to={askLink(communityId)}>
            Ask a Question
          </Button>
        )}
      </PageHead>
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
      <QuestionList key={order} list={list} mayAsk={isOpen} />
    </section>
  );
}
