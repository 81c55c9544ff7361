import type {
  CommunitiesEvent,
  MembershipStatusReason,
  ModerationAct,
} from '@parlour/contracts/communities/communities';
import type { Envelope } from '@parlour/contracts/envelope';
import { projection } from '@parlour/kernel/view/projection';
import { insert, type RowChange } from '@parlour/kernel/view/row-changes';
import { ModerationEntryRow } from './moderation.entity.ts';

/**
 * Only acts on others count as moderation, and giving a role back; not one's own joining or
 * leaving, nor automatic changes.
 */
const acts: Readonly<Partial<Record<MembershipStatusReason, ModerationAct>>> = {
  invited: 'invited',
  approved: 'approved',
  denied: 'denied',
  removed: 'removed',
  banned: 'banned',
  unbanned: 'unbanned',
  moderatorAdded: 'moderatorAdded',
  moderatorRemoved: 'moderatorRemoved',
  resigned: 'resigned',
};

/** The moderation log: who did what to whom and when. */
export const moderationView = projection<CommunitiesEvent>({
  name: 'communities.moderation',
  source: 'communities',
  entities: [ModerationEntryRow],
  changes: {
    StandingChanged: (event) => {
      const { userId, by, reason } = event.data;
      const act = acts[reason];
      return act ? [entryOf(event, act, by, by === userId ? null : userId)] : [];
    },
    CommunityVisibilityChanged: (event) => {
      const { visibility, by } = event.data;
      return [entryOf(event, visibility === 'public' ? 'madePublic' : 'madePrivate', by, null)];
    },
    CommunityEdited: (event) => [entryOf(event, 'edited', event.data.by, null)],
    OwnershipOffered: (event) => [entryOf(event, 'ownerOffered', event.data.from, event.data.to)],
    OwnershipOfferEnded: (event) => {
      const { from, to, reason } = event.data;
      return [
        reason === 'declined' ? entryOf(event, 'ownerDeclined', to, null) : entryOf(event, 'ownerWithdrawn', from, to),
      ];
    },
    OwnershipPassed: (event) => {
      const { from, to, accepted } = event.data;
      return [entryOf(event, 'ownerChanged', accepted ? from : null, to)];
    },
    CommunityClosed: (event) => [entryOf(event, 'closed', event.data.by, null)],
    PostModerated: (event) => {
      const { act, by, author, post, reason } = event.data;
      return [entryOf(event, act, by, author, { post, reason })];
    },
    ReportResolved: (event) => {
      const { communityId, by, personId, action, text: reason } = event.data;
      const act = action === 'dismiss' ? 'reportDismissed' : action === 'warn' ? 'warned' : 'reportResolved';
      return communityId === null ? [] : [entryOf({ ...event, data: { communityId } }, act, by, personId, { reason })];
    },
    // Changes of one's own polls are not moderation.
    PostEdited: (event) => {
      const { pollId, editedBy, createdBy } = event.data;
      return editedBy === createdBy ? [] : [entryOf(event, 'pollEdited', editedBy, null, { pollId })];
    },
    PollClosed: (event) => {
      const { pollId, by = null, as } = event.data;
      return as === 'moderator' ? [entryOf(event, 'pollClosed', by, null, { pollId })] : [];
    },
    PostDeleted: (event) => {
      const { pollId, deletedBy, reason, moderated } = event.data;
      return moderated ? [entryOf(event, 'pollDeleted', deletedBy, null, { pollId, reason })] : [];
    },
    PostRestored: (event) => {
      const { pollId, restoredBy, moderated } = event.data;
      return moderated ? [entryOf(event, 'pollRestored', restoredBy, null, { pollId })] : [];
    },
  },
});

function entryOf(
  {
    eventId: id,
    data: { communityId },
    position,
    occurredAt: at,
  }: Pick<Envelope, 'eventId' | 'position' | 'occurredAt'> & { readonly data: { readonly communityId: string } },
  act: ModerationAct,
  byId: string | null,
  toId: string | null,
  about: Partial<Pick<ModerationEntryRow, 'pollId' | 'post' | 'reason'>> = {},
): RowChange {
  return insert(ModerationEntryRow, {
    id,
    communityId,
    position,
    act,
    byId,
    toId,
    pollId: null,
    post: null,
    reason: null,
    ...about,
    at,
  });
}
