import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { canonicalName } from '@parlour/contracts/checks';
import { canonicalCommunityName } from '@parlour/contracts/community-checks';
import type { CommunitiesEvent, CommunityCreated, CommunityVisibility } from '@parlour/contracts/communities';
import { type Envelope, eventsOf } from '@parlour/contracts/envelope';
import { looksOf } from '@parlour/contracts/look-alikes';
import { statement, type Tx } from '@parlour/kernel/database/database';
import type { View } from '@parlour/kernel/view/view';
import { belongs, type Place } from '../membership/membership-status.ts';

/** A community with its counts; closed ones are deleted. */
@Entity('communities')
@Index('communities_name_key', ['nameKey'], { unique: true })
@Index('communities_look', ['look'])
@Index('communities_written_look', ['writtenLook'])
@Index('communities_pieces', { synchronize: false })
export class CommunityRow {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'communities_pkey' })
  id!: string;

  @Column('bigint')
  position!: number;

  @Column('text')
  name!: string;

  @Column({ type: 'text', name: 'name_key', collation: 'C' })
  nameKey!: string;

  /** The look of the name, in both forms: a new one must not have it. Blank if there is none. */
  @Column({ type: 'text', collation: 'C', default: '' })
  look!: string;

  @Column({ type: 'text', name: 'written_look', collation: 'C', default: '' })
  writtenLook!: string;

  @Column('text')
  description!: string;

  @Column('text', { name: 'description_key' })
  descriptionKey!: string;

  @Column('text', { name: 'owner_id' })
  ownerId!: string;

  @Column('text')
  visibility!: CommunityVisibility;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  @Column('int', { name: 'member_count' })
  memberCount!: number;

  @Column('int', { name: 'moderator_count' })
  moderatorCount!: number;

  @Column('int', { name: 'pending_count' })
  pendingCount!: number;

  @Column('int', { name: 'banned_count' })
  bannedCount!: number;
}

/** The number of communities, so that no list has to count. */
@Entity('community_totals')
export class CommunityTotalRow {
  @PrimaryColumn('boolean', { primaryKeyConstraintName: 'community_totals_pkey' })
  one!: boolean;

  @Column('bigint')
  communities!: number;
}

/**
 * A person's status in a community, and since when; there is no row for `none`. `joinedPosition` is
 * set for members, moderators and the owner only. The community's name is repeated in each row, so
 * that an index serves the list of one's own.
 */
@Entity('community_members')
@Index('community_members_joined', { synchronize: false })
@Index('community_members_standing', ['communityId', 'standing', 'position'])
@Index('community_members_own', { synchronize: false })
@Index('community_members_of_user', ['userId'])
export class CommunityMemberRow {
  @PrimaryColumn('text', { name: 'community_id', primaryKeyConstraintName: 'community_members_pkey' })
  communityId!: string;

  @PrimaryColumn('text', { name: 'user_id', primaryKeyConstraintName: 'community_members_pkey' })
  userId!: string;

  @Column('text')
  standing!: Place;

  @Column('bigint')
  position!: number;

  @Column('bigint', { name: 'joined_position', nullable: true })
  joinedPosition!: number | null;

  @Column({ type: 'text', name: 'name_key', collation: 'C' })
  nameKey!: string;
}

// The total grows by what was actually inserted, so the same events again leave both tables as they
// are.
const create = statement(
  'communities.create',
  `with created as (
     insert into communities (id, position, name, name_key, description, description_key, owner_id, visibility, created_at,
                              look, written_look, member_count, moderator_count, pending_count, banned_count)
     select n.*, 0, 0, 0, 0
       from unnest($1::text[], $2::bigint[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::timestamptz[],
                   $10::text[], $11::text[]) n
     on conflict (id) do nothing
     returning 1
   )
   insert into community_totals (one, communities) select true, count(*) from created
   on conflict (one) do update set communities = community_totals.communities + excluded.communities`,
);

const change = statement(
  'communities.change',
  `update communities c set visibility = coalesce(n.visibility, c.visibility), owner_id = coalesce(n.owner_id, c.owner_id)
     from unnest($1::text[], $2::text[], $3::text[]) as n(id, visibility, owner_id) where c.id = n.id`,
);

const belonging = (column: string): string => `coalesce(${column} in ('owner', 'moderator', 'member'), false)`;
const being = (status: Place) => (column: string) => `coalesce(${column} = '${status}', false)`;

/** SQL: by how much the rows of `n` change the number of people with this status. */
function moved(is: (column: string) => string): string {
  return `sum(${is('n.standing')}::int - ${is('n.before')}::int)`;
}

// All parts of a statement see the rows as they were before it: counts change by the difference.
const stand = statement(
  'communities.stand',
  `with n as (
     select n.*, c.name_key, m.standing as before, m.joined_position as joined_before
       from unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::bigint[], $6::boolean[])
              as n(community_id, user_id, standing, position, joined_position, anew)
       join communities c on c.id = n.community_id
       left join community_members m on m.community_id = n.community_id and m.user_id = n.user_id
   ), gone as (
     delete from community_members m using n
      where m.community_id = n.community_id and m.user_id = n.user_id and n.standing is null
   ), written as (
     insert into community_members (community_id, user_id, standing, position, joined_position, name_key)
     select community_id, user_id, standing, position,
            case when not ${belonging('standing')} then null
                 when anew then joined_position else coalesce(joined_before, joined_position) end, name_key
       from n where standing is not null
     on conflict (community_id, user_id) do update
        set standing = excluded.standing, position = excluded.position, joined_position = excluded.joined_position
   ), moved as (
     select n.community_id, ${moved(belonging)} as members, ${moved(being('moderator'))} as moderators,
            ${moved(being('pending'))} as pending, ${moved(being('banned'))} as banned
       from n group by n.community_id
   )
   update communities c
      set member_count = c.member_count + moved.members, moderator_count = c.moderator_count + moved.moderators,
          pending_count = c.pending_count + moved.pending, banned_count = c.banned_count + moved.banned
     from moved where c.id = moved.community_id`,
);

const close = statement(
  'communities.close',
  `with left_behind as (
     delete from community_members where community_id = any($1::text[])
   ), closed as (
     delete from communities where id = any($1::text[]) returning 1
   )
   update community_totals set communities = communities - (select count(*) from closed)`,
);

/** A person's status in a community after a list of events. */
interface Mark {
  readonly communityId: string;
  readonly userId: string;
  /** Null if they no longer have one. */
  readonly place: Exclude<Place, 'none'> | null;
  readonly position: number;
  /** Since when they have belonged to it, as far as the list says. */
  readonly joined: number | null;
  /** Whether they were outside in between: then it counts from then, whatever was before. */
  readonly anew: boolean;
}

/** The outcome of a list of events. */
class Changes {
  readonly created: Envelope<CommunityCreated>[] = [];
  readonly visibility = new Map<string, CommunityVisibility>();
  readonly owners = new Map<string, string>();
  readonly closed = new Set<string>();
  private readonly marks = new Map<string, Mark>();

  constructor(events: readonly Envelope[]) {
    for (const event of eventsOf<CommunitiesEvent>(events)) {
      const { position } = event;
      switch (event.type) {
        case 'CommunityCreated':
          this.created.push(event);
          this.mark(event.data.communityId, event.data.ownerId, 'owner', position);
          break;
        case 'CommunityVisibilityChanged':
          this.visibility.set(event.data.communityId, event.data.visibility);
          break;
        case 'OwnershipPassed':
          this.owners.set(event.data.communityId, event.data.to);
          this.mark(event.data.communityId, event.data.from, 'none', position);
          this.mark(event.data.communityId, event.data.to, 'owner', position);
          break;
        case 'CommunityClosed':
          this.closed.add(event.data.communityId);
          break;
        case 'StandingChanged':
          this.mark(event.data.communityId, event.data.userId, event.data.standing, position);
          break;
        case 'PollCreated':
        case 'PollVoted':
        case 'PollClosed':
          break;
        default:
          event satisfies never;
      }
    }
  }

  get standings(): readonly Mark[] {
    return [...this.marks.values()];
  }

  private mark(communityId: string, userId: string, place: Place, position: number): void {
    const key = `${communityId} ${userId}`;
    const before = this.marks.get(key);
    const joined = belongs(place) ? (before?.joined ?? position) : null;
    const anew = (before?.anew ?? false) || !belongs(place);
    this.marks.set(key, { communityId, userId, place: place === 'none' ? null : place, position, joined, anew });
  }
}

/** Communities, their people, and counts. */
export const communityView: View = {
  name: 'communities.communities',
  source: 'communities',
  tables: ['communities', 'community_totals', 'community_members'],
  async apply(events: readonly Envelope[], tx: Tx): Promise<void> {
    const { created, visibility, owners, standings, closed } = new Changes(events);
    if (created.length > 0) await tx.query(create, valuesOfCreated(created));
    const changed = [...new Set([...visibility.keys(), ...owners.keys()])];
    if (changed.length > 0) {
      await tx.query(change, [
        changed,
        changed.map((id) => visibility.get(id) ?? null),
        changed.map((id) => owners.get(id) ?? null),
      ]);
    }
    if (standings.length > 0) {
      await tx.query(stand, [
        standings.map((mark) => mark.communityId),
        standings.map((mark) => mark.userId),
        standings.map((mark) => mark.place),
        standings.map((mark) => mark.position),
        standings.map((mark) => mark.joined),
        standings.map((mark) => mark.anew),
      ]);
    }
    if (closed.size > 0) await tx.query(close, [[...closed]]);
  },
};

function valuesOfCreated(created: readonly Envelope<CommunityCreated>[]): unknown[] {
  const data = created.map((event) => event.data);
  const looks = data.map((community) => looksOf(community.name));
  return [
    data.map((community) => community.communityId),
    created.map((event) => event.position),
    data.map((community) => community.name),
    data.map((community) => canonicalCommunityName(community.name)),
    data.map((community) => community.description),
    data.map((community) => canonicalName(community.description)),
    data.map((community) => community.ownerId),
    data.map((community) => community.visibility),
    created.map((event) => event.occurredAt),
    looks.map(({ plain }) => plain),
    looks.map(({ written }) => written),
  ];
}
