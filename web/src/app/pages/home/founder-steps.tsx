import type { ReactNode } from 'react';
import type { UserWire } from '@parlour/contracts/identity/identity';
import { defaultSiteName, limits } from '@parlour/contracts/limits';
import { useGetSiteQuery } from '../../../features/admin/admin.api.ts';
import { invitationOf } from '../../../features/admin/invitation.ts';
import { useGetOwnCommunitiesInfiniteQuery } from '../../../features/communities/communities.api.ts';
import { copyText } from '../../../design/parts/page/share.ts';
import { useGetContributionsQuery } from '../../../shared/contributions.api.ts';
import { everyVisit } from '../../../shared/http/endpoint.ts';
import { useGetUsersInfiniteQuery } from '../../../shared/users.api.ts';
import { administration } from '../../shell/sidebar/navigation.ts';
import { StepsCard } from './steps-card.tsx';

/** The first steps of the founder of a site, in an order in which they can be done. */
export function FounderSteps({
  user: { username },
  place,
}: {
  readonly user: UserWire;
  readonly place: string;
}): ReactNode {
  const { data: site } = useGetSiteQuery();
  const posts = useGetContributionsQuery(username, everyVisit).data?.total ?? 0;
  const communities = useGetOwnCommunitiesInfiniteQuery(username);
  const others = useGetUsersInfiniteQuery({ exclude: username, limit: 1 });
  const isThere = (query: typeof communities | typeof others): boolean => (query.data?.pages[0]?.rows.length ?? 0) > 0;
  const steps = [
    {
      to: `${administration}/settings`,
      label: 'Name your site',
      done: site !== undefined && site.name !== defaultSiteName,
    },
    { to: '/new/question', label: 'Ask a first question', done: posts > 0 },
    {
      label: 'Invite people: copy the address',
      done: isThere(others),
      onClick: () => {
        if (site) void copyText(invitationOf(site), 'Invitation copied.');
      },
    },
    {
      to: '/community/new',
      label: 'Create a community',
      done: isThere(communities),
      ...(posts < limits.contributionsForCommunity && { waits: 'after two posts' }),
    },
  ];
  return <StepsCard title="Start your site" place={place} steps={steps} />;
}
