import { canonicalName } from '@parlour/contracts/text/checks';
import type { CommunitiesEvent, StandingChanged } from '@parlour/contracts/communities/communities';
import { canonicalCommunityName } from '@parlour/contracts/communities/community-checks';
import type { EnvelopeOf } from '@parlour/contracts/envelope';
import { looksOf } from '@parlour/contracts/text/look-alikes';
import { type BoundStatement, statement } from '@parlour/kernel/database/database';
import { projection } from '@parlour/kernel/view/projection';
import { add, increase, insert, patch, remove, type RowChange, upsert } from '@parlour/kernel/view/row-changes';
import { CommunityMemberRow } from '../membership/membership.entity.ts';
import { belongs } from '../membership/membership-status.ts';
import { CommunityRow, CommunityTotalRow } from './community.entity.ts';

/** Communities, their people, and counts. */
export const communityView = projection<CommunitiesEvent>({
  name: 'communities.communities',
  source: 'communities',
  entities: [CommunityRow, CommunityTotalRow, CommunityMemberRow],
  changes: {
    CommunityCreated: ({ data: { communityId, ownerId, name, description, visibility }, position, occurredAt }) => {
      return [
        insert(CommunityRow, {
          id: communityId,
          position,
          ...textsOf(name, description),
          ownerId,
          visibility,
          createdAt: occurredAt,
          version: 1,
          editedAt: null,
          picture: null,
          banner: null,
          offeredTo: null,
          closedPosition: null,
          closedAt: null,
          memberCount: 0,
          moderatorCount: 0,
          pendingCount: 0,
          bannedCount: 0,
        }),
        increase(CommunityTotalRow, { one: true }, { communities: 1 }),
        insert(CommunityMemberRow, {
          communityId,
          userId: ownerId,
          standing: 'owner',
          position,
          joinedPosition: position,
        }),
      ];
    },
    CommunityVisibilityChanged: ({ data: { communityId, visibility } }) => [
      patch(CommunityRow, { id: communityId }, { visibility }),
    ],
    CommunityEdited: ({ data: { communityId, name, description }, occurredAt }) => [
      add(CommunityRow, { id: communityId }, { version: 1 }, { ...textsOf(name, description), editedAt: occurredAt }),
    ],
    CommunityPictureChosen: ({ data: { communityId, place, fileId } }) => [
      patch(CommunityRow, { id: communityId }, { [place]: fileId }),
    ],
    OwnershipOffered: ({ data: { communityId, to } }) => [patch(CommunityRow, { id: communityId }, { offeredTo: to })],
    OwnershipOfferEnded: ({ data: { communityId } }) => [patch(CommunityRow, { id: communityId }, { offeredTo: null })],
    // The next owner was a member or moderator, and stays one since then.
    OwnershipPassed: ({ data: { communityId, from, to, accepted }, position }) => [
      patch(CommunityRow, { id: communityId }, { ownerId: to, offeredTo: null }),
      accepted
        ? patch(CommunityMemberRow, { communityId, userId: from }, { standing: 'moderator', position })
        : remove(CommunityMemberRow, { communityId, userId: from }),
      patch(CommunityMemberRow, { communityId, userId: to }, { standing: 'owner', position }),
    ],
    CommunityClosed: ({ data: { communityId }, position, occurredAt }) => [
      increase(CommunityTotalRow, { one: true }, { communities: -1 }),
      patch(CommunityRow, { id: communityId }, { offeredTo: null, closedPosition: position, closedAt: occurredAt }),
    ],
    StandingChanged: (event) => [membershipChange(event)],
  },
  before: (events) => count(events, -1),
  after: (events) => [...count(events, 1), ...renameRows(events)],
});

function textsOf(name: string, description: string) {
  const { plain: look, written: writtenLook } = looksOf(name);
  const nameKey = canonicalCommunityName(name);
  return { name, nameKey, look, writtenLook, description, descriptionKey: canonicalName(description) };
}

function membershipChange({ data, position }: EnvelopeOf<StandingChanged>): RowChange {
  const { communityId, userId, before, standing, reason } = data;
  const member = { communityId, userId };
  if (standing === 'none') return remove(CommunityMemberRow, member);
  // They keep the time since when they have belonged to it. That of an owner is not in `before`.
  if (belongs(standing) && (belongs(before) || reason === 'handedOver'))
    return patch(CommunityMemberRow, member, { standing, position });
  const joinedPosition = belongs(standing) ? position : null;
  return upsert(CommunityMemberRow, { ...member, standing, position, joinedPosition });
}

// The former status of a person is in their row, not always in the event: that of an owner is not
// in their own stream. So the people of a batch are subtracted as they were, and added as they are.
const counts = statement(
  'communities.count',
  `update communities c
      set member_count = c.member_count + $3::int * n.members, moderator_count = c.moderator_count + $3::int * n.moderators,
          pending_count = c.pending_count + $3::int * n.pending, banned_count = c.banned_count + $3::int * n.banned
     from (select m.community_id, count(m.joined_position) as members,
                  count(*) filter (where m.standing = 'moderator') as moderators,
                  count(*) filter (where m.standing = 'pending') as pending,
                  count(*) filter (where m.standing = 'banned') as banned
             from (select distinct * from unnest($1::text[], $2::text[]) as k(community_id, user_id)) k
             join community_members m on m.community_id = k.community_id and m.user_id = k.user_id
            group by m.community_id) n
    where c.id = n.community_id`,
);

function count(events: readonly EnvelopeOf<CommunitiesEvent>[], sign: 1 | -1): BoundStatement[] {
  const people = events.flatMap(({ type, data }) => {
    const { communityId } = data;
    if (type === 'CommunityCreated') return [{ communityId, userId: data.ownerId }];
    if (type === 'StandingChanged') return [{ communityId, userId: data.userId }];
    if (type === 'OwnershipPassed') return [data.from, data.to].map((userId) => ({ communityId, userId }));
    return [];
  });
  if (people.length === 0) return [];
  const values = [people.map(({ communityId }) => communityId), people.map(({ userId }) => userId), sign];
  return [{ statement: counts, values }];
}

// A closed community is on no list of open ones, so its name is free. An edit that keeps the name
// writes no row of its people.
const rename = statement(
  'communities.rename',
  `update community_members m set name_key = n.name_key
     from (select id, case when closed_position is null then name_key else '' end as name_key
             from communities where id = any($1::text[])) n
    where m.community_id = n.id and m.name_key <> n.name_key`,
);

function renameRows(events: readonly EnvelopeOf<CommunitiesEvent>[]): BoundStatement[] {
  const renamed = events.filter(({ type }) => type === 'CommunityEdited' || type === 'CommunityClosed');
  if (renamed.length === 0) return [];
  return [{ statement: rename, values: [[...new Set(renamed.map(({ data }) => data.communityId))]] }];
}
