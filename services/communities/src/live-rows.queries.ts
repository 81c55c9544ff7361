import type { CommunitiesEvent } from '@parlour/contracts/communities/communities';
import type { EnvelopeOf } from '@parlour/contracts/envelope';
import { statement, type Tx } from '@parlour/kernel/database/database';
import {
  type CommunityAudience,
  concernsEverybody,
  type LiveEvent,
  liveEventsOf,
  type LiveRows,
} from './communities.live.ts';
import { positionOf } from './community/community-access.queries.ts';
import { readPollOptions, readWholePolls } from './poll/poll.queries.ts';

const person = `m.user_id as "userId", ${positionOf('m')} as position`;

// All people of the communities $2, and of private ones among $3; the leaders of $4; and the people
// $5, $6.
const audiences = statement(
  'live.audiences',
  `select c.id, c.visibility, c.name, c.description,
          coalesce((select json_agg(m.user_id order by m.user_id) from community_members m
                     where m.community_id = c.id and m.standing = 'banned'), '[]') as banned,
          (select coalesce(json_agg(p order by p."userId"), '[]') from (
             select ${person} from community_members m where m.community_id = c.id and m.standing <> 'banned'
                and (c.id = any($2::text[]) or (c.id = any($3::text[]) and c.visibility = 'private'))
             union
             select ${person} from community_members m where m.community_id = c.id and m.standing in ('owner', 'moderator')
                and c.id = any($4::text[])
             union
             select ${person} from unnest($5::text[], $6::text[]) as n(community_id, user_id)
               join community_members m on m.community_id = n.community_id and m.user_id = n.user_id
              where n.community_id = c.id) p) as people
     from communities c where c.id = any($1::text[])`,
);

/** Reads the rows that the messages of a batch show, and their audiences. */
export async function readLiveRows(tx: Tx, batch: readonly EnvelopeOf<CommunitiesEvent>[]): Promise<LiveRows> {
  const events = liveEventsOf(batch);
  const communitiesOf = (isMeant: (event: EnvelopeOf<LiveEvent>) => boolean): string[] => [
    ...new Set(events.filter(isMeant).map(({ data }) => data.communityId)),
  ];
  const changed = events.flatMap(({ type, data }) => {
    if (type === 'StandingChanged') return [data];
    const isOffer = type === 'OwnershipOffered' || type === 'OwnershipOfferEnded';
    return isOffer ? [{ communityId: data.communityId, userId: data.to }] : [];
  });
  const voted = new Set(events.flatMap(({ type, data }) => (type === 'PollVoted' ? [data.pollId] : [])));
  const whole = events.flatMap(({ type, data }) => {
    return type === 'PostEdited' || type === 'PostDeleted' || type === 'PostRestored' ? [data.pollId] : [];
  });
  const rows = await tx.query<CommunityAudience & { id: string }>(audiences, [
    communitiesOf(() => true),
    communitiesOf(concernsEverybody),
    communitiesOf(({ data }) => 'pollId' in data),
    communitiesOf(({ data }) => !('pollId' in data)),
    changed.map(({ communityId }) => communityId),
    changed.map(({ userId }) => userId),
  ]);
  return {
    communities: new Map(rows.map(({ id, ...audience }) => [id, audience])),
    options: voted.size > 0 ? await readPollOptions(tx, [...voted]) : new Map(),
    polls: whole.length > 0 ? await readWholePolls(tx, whole) : new Map(),
  };
}
