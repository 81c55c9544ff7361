import type { CommunitiesEvent, CommunityPosition, CommunityVisibility } from '@parlour/contracts/communities';
import type { EnvelopeOf } from '@parlour/contracts/envelope';
import { statement, type Tx } from '@parlour/kernel/database/database';
import type { LiveRows, TellableCommunity, TellablePerson } from './communities.live.ts';
import { positionOf } from './community/visibility.ts';
import { readPollOptions } from './poll/poll-page.view.ts';

const tellable = statement(
  'live.communities',
  `select c.id, c.visibility,
          coalesce((select json_agg(m.user_id order by m.user_id) from community_members m
                     where m.community_id = c.id and m.standing = 'banned'), '[]') as banned
     from communities c where c.id = any($1::text[])`,
);

const columns = `m.community_id, m.user_id, ${positionOf('m')} as position`;

const people = statement(
  'live.people',
  `select ${columns} from community_members m where m.community_id = any($1::text[]) and m.standing <> 'banned'
   union
   select ${columns} from community_members m where m.community_id = any($2::text[]) and m.standing in ('owner', 'moderator')
   union
   select ${columns} from unnest($3::text[], $4::text[]) as n(community_id, user_id)
     join community_members m on m.community_id = n.community_id and m.user_id = n.user_id`,
);

interface TellableColumns {
  id: string;
  visibility: CommunityVisibility;
  banned: string[];
}

interface PersonColumns {
  community_id: string;
  user_id: string;
  position: CommunityPosition;
}

/** The rows to read for a batch's messages. */
interface Wanted {
  /** Communities whose people may all get a message. */
  readonly all: Set<string>;
  /** Communities whose leaders get a message. */
  readonly led: Set<string>;
  readonly standings: { readonly communityId: string; readonly userId: string }[];
  /** Polls with new votes. */
  readonly voted: Set<string>;
}

/**
 * Reads the rows that the messages of a batch show, one statement per kind, and only the kinds
 * needed.
 */
export async function readLiveRows(tx: Tx, events: readonly EnvelopeOf<CommunitiesEvent>[]): Promise<LiveRows> {
  const ids = new Set(events.map((event) => event.data.communityId));
  const rows = await tx.query<TellableColumns>(tellable, [[...ids]]);
  const wanted = wantedBy(events, new Map(rows.map((row) => [row.id, row])));
  const found = await readTellablePeople(tx, wanted);
  const communities = rows.map(({ id, visibility, banned }): [string, TellableCommunity] => {
    return [id, { visibility, banned, people: found.get(id) ?? [] }];
  });
  const options = wanted.voted.size > 0 ? await readPollOptions(tx, [...wanted.voted]) : new Map();
  return { communities: new Map(communities), options };
}

function wantedBy(
  events: readonly EnvelopeOf<CommunitiesEvent>[],
  known: ReadonlyMap<string, TellableColumns>,
): Wanted {
  const wanted: Wanted = { all: new Set(), led: new Set(), standings: [], voted: new Set() };
  for (const { type, data } of events) {
    const community = known.get(data.communityId);
    if (!community) continue;
    const isPrivate = community.visibility === 'private';
    if (type === 'CommunityVisibilityChanged' || ('pollId' in data && isPrivate)) wanted.all.add(data.communityId);
    if (!('pollId' in data)) wanted.led.add(data.communityId);
    if (type === 'StandingChanged') wanted.standings.push(data);
    if (type === 'PollVoted') wanted.voted.add(data.pollId);
  }
  return wanted;
}

async function readTellablePeople(tx: Tx, { all, led, standings }: Wanted): Promise<Map<string, TellablePerson[]>> {
  const found = new Map<string, TellablePerson[]>();
  if (all.size + led.size === 0) return found;
  const rows = await tx.query<PersonColumns>(people, [
    [...all],
    [...led],
    standings.map((one) => one.communityId),
    standings.map((one) => one.userId),
  ]);
  for (const { community_id: communityId, user_id: userId, position } of rows) {
    const others = found.get(communityId);
    if (others) others.push({ userId, position });
    else found.set(communityId, [{ userId, position }]);
  }
  return found;
}
