import type { ReactNode } from 'react';
import { defaultSiteName } from '@parlour/contracts/limits';
import { useGetSiteQuery } from '../../../features/admin/admin.api.ts';
import { invitationOf } from '../../../features/admin/invitation.ts';
import { useGetOwnCommunitiesInfiniteQuery } from '../../../features/communities/communities.api.ts';
import { useGetQuestionsInfiniteQuery } from '../../../features/questions/questions.api.ts';
import { copyText } from '../../../design/parts/page/share.ts';
import { useGetUsersInfiniteQuery } from '../../../shared/users.api.ts';
import { administration } from '../../shell/sidebar/navigation.ts';
import { StepsCard } from './steps-card.tsx';

/** The first steps of the founder of a site. */
export function FounderSteps({ username, place }: { readonly username: string; readonly place: string }): ReactNode {
  const { data: site } = useGetSiteQuery();
  const questions = useGetQuestionsInfiniteQuery({ order: 'newest', search: '', username });
  const communities = useGetOwnCommunitiesInfiniteQuery(username);
  const others = useGetUsersInfiniteQuery({ exclude: username, limit: 1 });
  const isThere = (query: typeof questions | typeof communities | typeof others): boolean =>
    (query.data?.pages[0]?.rows.length ?? 0) > 0;
  const steps = [
    {
      to: `${administration}/settings`,
      label: 'Name your site',
      done: site !== undefined && site.name !== defaultSiteName,
    },
    { to: '/new/question', label: 'Ask a first question', done: isThere(questions) },
    { to: '/community/new', label: 'Create a community', done: isThere(communities) },
    {
      label: 'Invite people: copy the address',
      done: isThere(others),
      onClick: () => {
        if (site) void copyText(invitationOf(site), 'Invitation copied.');
      },
    },
  ];
  return <StepsCard title="Start your site" place={place} steps={steps} />;
}
