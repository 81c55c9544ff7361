import { DomainError } from '@parlour/contracts/errors';
import type { UserBlocked, UserUnblocked } from '@parlour/contracts/identity/identity';
import { messages } from '@parlour/contracts/messages';
import type { Guard } from '@parlour/kernel/log/commands';
import type { Decider } from '@parlour/kernel/log/decider';
import { registered, type UserState } from '../user/user.decider.ts';

/** Whether one person blocks another. */
export interface BlockState {
  readonly isBlocked: boolean;
}

/** Block a person, or lift the block. */
export interface BlockCommand {
  readonly type: 'BlockUser' | 'UnblockUser';
  readonly blockerId: string;
  readonly blockedId: string;
  /** The state of both accounts. */
  readonly blocker: UserState;
  readonly blocked: UserState;
}

/** The stream of one person blocking another. */
export function blockStream(blockerId: string, blockedId: string): string {
  return `block/${blockerId}/${blockedId}`;
}

/** The rules of blocking. Source: decisions M-14. */
export const blockDecider: Decider<BlockState, BlockCommand, UserBlocked | UserUnblocked> = {
  initial: { isBlocked: false },
  snapshots: 'all',

  decide({ type, blockerId, blockedId, blocker, blocked }, { isBlocked }) {
    registered(blocker);
    if (blocked.status !== 'registered' && blocked.status !== 'suspended')
      throw new DomainError('user.unknown', messages.userUnknown);
    if (blockerId === blockedId) throw new DomainError('block.self', messages.blockSelf);
    if (isBlocked === (type === 'BlockUser')) return [];
    return [{ type: type === 'BlockUser' ? 'UserBlocked' : 'UserUnblocked', data: { blockerId, blockedId } }];
  },

  evolve: (_, { type }) => ({ isBlocked: type === 'UserBlocked' }),
};

/** Guards a decision with whether one person blocks another. */
export function blockGuard(blockerId: string, blockedId: string): Guard<BlockState> {
  return { streamId: blockStream(blockerId, blockedId), decider: blockDecider };
}
