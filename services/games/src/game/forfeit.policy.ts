import { type EnvelopeOf, eventsOf } from '@parlour/contracts/envelope';
import type { IdentityEvent } from '@parlour/contracts/identity';
import type { Cause } from '@parlour/kernel/policy/policy';
import type { ForfeitGame } from './seating.decider.ts';

/** Forfeits the games of deleted accounts. Source: decisions U-5. */
export function forfeit(cause: Cause): ForfeitGame[] {
  if (cause.kind !== 'event') return [];
  return eventsOf<IdentityEvent>([cause.event]).flatMap((event: EnvelopeOf<IdentityEvent>): ForfeitGame[] =>
    event.type === 'UserDeleted' ? [{ type: 'ForfeitGame', userId: event.data.userId }] : [],
  );
}
