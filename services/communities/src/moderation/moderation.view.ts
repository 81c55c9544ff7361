import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { CommunitiesEvent, ModerationAct, MembershipStatusReason } from '@parlour/contracts/communities';
import { type Envelope, type EnvelopeOf, eventsOf } from '@parlour/contracts/envelope';
import { statement, type Tx } from '@parlour/kernel/database/database';
import type { View } from '@parlour/kernel/view/view';

/** An act on a person or the community; its id is the event's. */
@Entity('moderation_entries')
@Index('moderation_entries_latest', { synchronize: false })
export class ModerationEntryRow {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'moderation_entries_pkey' })
  id!: string;

  @Column('text', { name: 'community_id' })
  communityId!: string;

  @Column('bigint')
  position!: number;

  /** Its number in its community, from 1: the last one is the total. */
  @Column('int')
  number!: number;

  @Column('text')
  act!: ModerationAct;

  @Column('text', { name: 'by_id', nullable: true })
  byId!: string | null;

  @Column('text', { name: 'to_id', nullable: true })
  toId!: string | null;

  @Column('timestamptz')
  at!: Date;
}

/**
 * Only acts on others count as moderation, not one's own joining or leaving, nor automatic changes.
 */
const acts: Readonly<Partial<Record<MembershipStatusReason, ModerationAct>>> = {
  approved: 'approved',
  denied: 'denied',
  removed: 'removed',
  banned: 'banned',
  unbanned: 'unbanned',
  moderatorAdded: 'moderatorAdded',
  moderatorRemoved: 'moderatorRemoved',
};

const note = statement(
  'moderation.note',
  `insert into moderation_entries (id, community_id, position, number, act, by_id, to_id, at)
   select n.id, n.community_id, n.position,
          coalesce((select e.number from moderation_entries e where e.community_id = n.community_id order by e.position desc limit 1), 0)
            + row_number() over (partition by n.community_id order by n.position),
          n.act, n.by_id, n.to_id, n.at
     from unnest($1::text[], $2::text[], $3::bigint[], $4::text[], $5::text[], $6::text[], $7::timestamptz[])
       as n(id, community_id, position, act, by_id, to_id, at)
   on conflict (id) do nothing`,
);

const forget = statement('moderation.forget', 'delete from moderation_entries where community_id = any($1::text[])');

interface Entry {
  readonly act: ModerationAct;
  readonly by: string | null;
  readonly to: string | null;
}

function entryOf(event: EnvelopeOf<CommunitiesEvent>): Entry | undefined {
  switch (event.type) {
    case 'StandingChanged': {
      const { userId, by, reason } = event.data;
      const act = acts[reason];
      return act && { act, by, to: userId };
    }
    case 'CommunityVisibilityChanged':
      return { act: event.data.visibility === 'public' ? 'madePublic' : 'madePrivate', by: event.data.by, to: null };
    case 'OwnershipPassed':
      return { act: 'ownerChanged', by: null, to: event.data.to };
    case 'CommunityCreated':
    case 'CommunityClosed':
    case 'PollCreated':
    case 'PollVoted':
    case 'PollClosed':
      return undefined;
    default:
      event satisfies never;
      return undefined;
  }
}

/** The moderation log: who did what to whom and when. */
export const moderationView: View = {
  name: 'communities.moderation',
  source: 'communities',
  tables: ['moderation_entries'],
  async apply(envelopes: readonly Envelope[], tx: Tx): Promise<void> {
    const events = eventsOf<CommunitiesEvent>(envelopes);
    const noted = events.flatMap((event) => {
      const entry = entryOf(event);
      return entry ? [{ event, entry }] : [];
    });
    const closed = events.flatMap(({ type, data }) => (type === 'CommunityClosed' ? [data.communityId] : []));
    if (noted.length > 0) {
      await tx.query(note, [
        noted.map(({ event }) => event.eventId),
        noted.map(({ event }) => event.data.communityId),
        noted.map(({ event }) => event.position),
        noted.map(({ entry }) => entry.act),
        noted.map(({ entry }) => entry.by),
        noted.map(({ entry }) => entry.to),
        noted.map(({ event }) => event.occurredAt),
      ]);
    }
    if (closed.length > 0) await tx.query(forget, [closed]);
  },
};
