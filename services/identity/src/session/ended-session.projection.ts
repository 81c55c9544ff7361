import type { IdentityEvent } from '@parlour/contracts/identity/identity';
import { projection } from '@parlour/kernel/view/projection';
import { insert } from '@parlour/kernel/view/row-changes';
import { EndedSessionRow } from './session.entity.ts';

/** Ended sessions. */
export const endedSessionView = projection<IdentityEvent>({
  name: 'identity.endedSessions',
  source: 'identity',
  entities: [EndedSessionRow],
  changes: {
    SessionEnded: ({ data, occurredAt }) => [insert(EndedSessionRow, { ...data, endedAt: occurredAt })],
  },
});
