import type { CommunityWire } from '@parlour/contracts/communities/communities';
import { type ReactNode, useMemo } from 'react';
import { ModeratesPosts, type PersonRole, PersonRoles } from '../../../design/parts/person/person-role.tsx';
import { useGetCommunityQuery } from '../communities.api.ts';
import { leads } from '../membership/permissions.ts';

/** Provides the roles of a community: names of owner and moderators below it get a mark. */
export function CommunityRoles({
  community,
  children,
}: {
  readonly community: Pick<CommunityWire, 'owner' | 'moderators'> | undefined;
  readonly children: ReactNode;
}) {
  const roleOf = useMemo(() => {
    const moderators = new Set(community?.moderators);
    return (username: string): PersonRole | undefined => {
      if (username === community?.owner) return 'owner';
      return moderators.has(username) ? 'moderator' : undefined;
    };
  }, [community?.owner, community?.moderators]);
  return <PersonRoles roleOf={roleOf}>{children}</PersonRoles>;
}

/**
 * The same where only a community's id is known, if there is one; and whether the viewer moderates
 * its posts.
 */
export function RolesOfCommunity({
  communityId,
  children,
}: {
  readonly communityId: string | null;
  readonly children: ReactNode;
}) {
  const { data } = useGetCommunityQuery(communityId ?? '', { skip: communityId === null });
  const community = communityId === null ? undefined : data;
  return (
    <ModeratesPosts value={community !== undefined && leads(community.position)}>
      <CommunityRoles community={community}>{children}</CommunityRoles>
    </ModeratesPosts>
  );
}
