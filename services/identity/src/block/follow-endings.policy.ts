import type { IdentityEvent } from '@parlour/contracts/identity/identity';
import { type Policy, reactionsTo } from '@parlour/kernel/policy/policy';
import type { EndFollow } from '../follow/follow.decider.ts';

/** A follow that a block ends. */
export type EndedFollow = Pick<EndFollow, 'followerId' | 'followedId'>;

/** The follows that end when one of these two blocks the other. Source: decisions M-14. */
export function followsBetween(blockerId: string, blockedId: string): readonly EndedFollow[] {
  return [
    { followerId: blockedId, followedId: blockerId },
    { followerId: blockerId, followedId: blockedId },
  ];
}

/** Ends follows where somebody blocks somebody. */
export const followsEnded: Policy<EndedFollow>['reactions'] = {
  identity: reactionsTo<IdentityEvent, EndedFollow>({
    UserBlocked: ({ data: { blockerId, blockedId } }) => followsBetween(blockerId, blockedId),
  }),
};
