import type { IdentityEvent } from '@parlour/contracts/identity/identity';
import { type Policy, reactionsTo } from '@parlour/kernel/policy/policy';
import { unsubscribePush } from './push.queries.ts';

interface EndedSession {
  readonly sessionId: string;
}

/** Ends a subscription with its session, however that ends. Source: specification PU-3. */
export const endingPolicy: Policy<EndedSession> = {
  name: 'ending subscriptions',
  reactions: {
    identity: reactionsTo<IdentityEvent, EndedSession>({
      SessionEnded: ({ data: { sessionId } }) => [{ sessionId }],
    }),
  },
  async execute({ sessionId }, _, { database }) {
    await unsubscribePush(database, sessionId);
  },
};
