import type { IdentityEvent } from '@parlour/contracts/identity/identity';
import { type Policy, reactionsTo } from '@parlour/kernel/policy/policy';
import type { ForfeitGame } from './deciders/seating.decider.ts';

/** Forfeits the games of deleted accounts. Source: decisions U-5. */
export const forfeits: Policy<ForfeitGame>['reactions'] = {
  identity: reactionsTo<IdentityEvent, ForfeitGame>({
    UserDeleted: ({ data: { userId } }) => [{ type: 'ForfeitGame', userId }],
  }),
};
