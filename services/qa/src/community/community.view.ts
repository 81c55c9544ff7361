import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { CommunitiesEvent, CommunityVisibility, Standing } from '@parlour/contracts/communities';
import { type Envelope, eventsOf } from '@parlour/contracts/envelope';
import { statement, type Tx } from '@parlour/kernel/database/database';
import type { View } from '@parlour/kernel/view/view';
import type { Viewer, ViewerColumns } from '../question/visibility.ts';

/** A community: what it holds is for everybody but those banned from it, or for its people alone; of a closed one nobody sees anything. */
@Entity('communities')
export class CommunityRow {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'communities_pkey' })
  id!: string;

  @Column('text')
  visibility!: CommunityVisibility | 'closed';
}

/** Who belongs to a community, its owner among them, and who is banned from it. */
@Entity('community_people')
export class CommunityPersonRow {
  @PrimaryColumn('text', { name: 'community_id', primaryKeyConstraintName: 'community_people_pkey' })
  communityId!: string;

  @PrimaryColumn('text', { name: 'user_id', primaryKeyConstraintName: 'community_people_pkey' })
  userId!: string;

  @Column('boolean')
  banned!: boolean;
}

const put = statement(
  'communities.put',
  `insert into communities (id, visibility) select * from unnest($1::text[], $2::text[])
   on conflict (id) do update set visibility = excluded.visibility`,
);

const leave = statement(
  'communities.leave',
  `delete from community_people p using unnest($1::text[], $2::text[]) as n(community_id, user_id)
    where p.community_id = n.community_id and p.user_id = n.user_id`,
);

const stand = statement(
  'communities.stand',
  `insert into community_people (community_id, user_id, banned) select * from unnest($1::text[], $2::text[], $3::boolean[])
   on conflict (community_id, user_id) do update set banned = excluded.banned`,
);

const audiences = statement(
  'communities.audiences',
  `select c.id, c.visibility,
          coalesce((select json_agg(p.user_id order by p.user_id) from community_people p
                     where p.community_id = c.id and not p.banned and c.visibility = 'private'), '[]') as people,
          coalesce((select json_agg(p.user_id order by p.user_id) from community_people p
                     where p.community_id = c.id and p.banned), '[]') as banned
     from communities c where c.id = any($1::text[]) and c.visibility <> 'closed'`,
);

const open = statement(
  'communities.open',
  `select 1 as one from communities c where c.id = $3 and ${opensTo({ viewer: '$1::text', fresh: '$2::boolean' })}`,
);

/** What somebody is to a community as far as questions go. */
interface Place {
  readonly communityId: string;
  readonly userId: string;
  readonly standing: Standing;
}

/** Communities and who stands how to them, as far as it decides who sees their questions. */
export const communityView: View = {
  name: 'qa.communities',
  source: 'communities',
  tables: ['communities', 'community_people'],
  async apply(events: readonly Envelope[], tx: Tx): Promise<void> {
    const visibilities = new Map<string, CommunityRow['visibility']>();
    const places = new Map<string, Place>();
    const set = (communityId: string, userId: string, standing: Standing): void => {
      places.set(`${communityId} ${userId}`, { communityId, userId, standing });
    };
    for (const event of eventsOf<CommunitiesEvent>(events)) {
      switch (event.type) {
        case 'CommunityCreated':
          visibilities.set(event.data.communityId, event.data.visibility);
          set(event.data.communityId, event.data.ownerId, 'member');
          break;
        case 'CommunityVisibilityChanged':
          visibilities.set(event.data.communityId, event.data.visibility);
          break;
        case 'CommunityClosed':
          visibilities.set(event.data.communityId, 'closed');
          break;
        case 'OwnershipPassed':
          // Whoever owned it deleted the account.
          set(event.data.communityId, event.data.from, 'none');
          set(event.data.communityId, event.data.to, 'member');
          break;
        case 'StandingChanged':
          set(event.data.communityId, event.data.userId, event.data.standing);
          break;
        case 'PollCreated':
        case 'PollVoted':
        case 'PollClosed':
          break;
        default:
          event satisfies never;
      }
    }
    const standings = [...places.values()];
    const gone = standings.filter(({ standing }) => standing === 'none' || standing === 'pending');
    const there = standings.filter(({ standing }) => standing !== 'none' && standing !== 'pending');
    if (visibilities.size > 0) await tx.query(put, [[...visibilities.keys()], [...visibilities.values()]]);
    if (gone.length > 0) await tx.query(leave, pairsOf(gone));
    if (there.length > 0) {
      await tx.query(stand, [...pairsOf(there), there.map(({ standing }) => standing === 'banned')]);
    }
  },
};

function pairsOf(places: readonly Place[]): string[][] {
  return [places.map(({ communityId }) => communityId), places.map(({ userId }) => userId)];
}

/**
 * SQL: whether a community `c` opens to the viewer; while what is known of it cannot be believed it opens to nobody. Source: decisions Q-7, C-4, C-6.
 */
export function opensTo({ viewer, fresh }: ViewerColumns): string {
  const person = (what: string): string =>
    `exists (select from community_people p where p.community_id = c.id and p.user_id = ${viewer} and ${what})`;
  return `${fresh} and case c.visibility when 'public' then not ${person('p.banned')}
    when 'private' then ${person('not p.banned')} else false end`;
}

/** Whom what is in a community may be told: everybody but some, or some alone. */
export interface CommunityAudience {
  readonly visibility: CommunityVisibility;
  /** The people of a private one. */
  readonly people: readonly string[];
  readonly banned: readonly string[];
}

/** Whom what is in these communities may be told; a closed one has nobody. */
export async function readCommunityAudiences(tx: Tx, ids: readonly string[]): Promise<Map<string, CommunityAudience>> {
  const rows = await tx.query<CommunityAudience & { id: string }>(audiences, [ids]);
  return new Map(rows.map(({ id, visibility, people, banned }) => [id, { visibility, people, banned }]));
}

/** Whether a community exists and opens to this person, who may then ask in it. */
export async function isOpen(tx: Tx, id: string, { viewer, fresh }: Viewer): Promise<boolean> {
  return (await tx.query(open, [viewer, fresh, id])).length === 1;
}
