import { type EnvelopeOf, operator } from '@parlour/contracts/envelope';
import type { IdentityEvent } from '@parlour/contracts/identity/identity';
import type { SiteAct, SiteChanges } from '@parlour/contracts/site';
import { projection } from '@parlour/kernel/view/projection';
import { insert, type RowChange } from '@parlour/kernel/view/row-changes';
import { SiteLogRow } from './site.entity.ts';

/** The site's log: what operators did. */
export const siteLogView = projection<IdentityEvent>({
  name: 'identity.siteLog',
  source: 'identity',
  entities: [SiteLogRow],
  changes: {
    OperatorAdded: (event) => [
      // Nobody makes the first one an operator.
      entryOf(event, event.meta.actor === null ? 'founded' : 'operatorAdded', event.data.userId),
    ],
    OperatorRemoved: (event) => [entryOf(event, 'operatorRemoved', event.data.userId)],
    ApprovalDecided: (event) => {
      const { userId, decision } = event.data;
      // Nobody decides what lapses. Of those who are declined, nothing remains that could be named.
      if (decision === 'lapsed') return [];
      return [entryOf(event, decision, decision === 'approved' ? userId : null)];
    },
    UserSuspended: (event) => [entryOf(event, 'suspended', event.data.userId)],
    UserRestored: (event) => [entryOf(event, 'restored', event.data.userId)],
    PasswordReset: (event) => {
      const { actor } = event.meta;
      // People choose their own passwords too; instead of a temporary one, before they sign in.
      const isByOperator = actor !== null && actor !== event.data.userId;
      return isByOperator ? [entryOf(event, 'passwordReset', event.data.userId)] : [];
    },
    MemberAdded: (event) => [entryOf(event, 'memberAdded', event.data.userId)],
    UserRenamed: (event) => [entryOf(event, 'renamed', event.data.userId)],
    SessionEnded: (event) =>
      event.data.reason === 'operator' ? [entryOf(event, 'sessionEnded', event.data.userId)] : [],
    SiteChanged: (event) => [entryOf(event, 'siteChanged', null, event.data)],
    SitePictureChosen: (event) => {
      const { place, fileId } = event.data;
      return [entryOf(event, 'siteChanged', null, { picture: { place, isRemoved: fileId === null } })];
    },
  },
});

function entryOf(
  { eventId: id, position, occurredAt: at, meta: { actor } }: EnvelopeOf<IdentityEvent>,
  act: SiteAct,
  toId: string | null,
  changes: SiteChanges | null = null,
): RowChange {
  const byId = actor === operator.id ? null : actor;
  return insert(SiteLogRow, { id, position, act, byId, toId, changes: changes && { ...changes }, at });
}
