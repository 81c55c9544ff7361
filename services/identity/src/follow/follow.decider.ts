import { DomainError } from '@parlour/contracts/errors';
import type { UserFollowed, UserUnfollowed } from '@parlour/contracts/identity/identity';
import { messages } from '@parlour/contracts/messages';
import type { CommandSpec } from '@parlour/kernel/log/commands';
import type { Decider } from '@parlour/kernel/log/decider';
import { blockGuard, type BlockState } from '../block/block.decider.ts';
import { registered, userGuard, type UserState } from '../user/user.decider.ts';

/** Whether one person follows another. */
export type FollowState = { readonly status: 'apart' } | { readonly status: 'following' };

/** Follow a person, or stop following. */
export interface ChangeFollow {
  readonly type: 'FollowUser' | 'UnfollowUser';
  readonly followerId: string;
  readonly followedId: string;
  /** The state of both accounts. */
  readonly follower: UserState;
  readonly followed: UserState;
  /** Whether the follower blocks the other person, and whether that person blocks them. */
  readonly hasBlocked: boolean;
  readonly isBlocked: boolean;
}

/** End a follow because one of the two has blocked the other. */
export interface EndFollow extends Omit<ChangeFollow, 'type'> {
  readonly type: 'EndFollow';
}

/** The commands of a follow. */
export type FollowCommand = ChangeFollow | EndFollow;

/** The stream of one person following another. */
export function followStream(followerId: string, followedId: string): string {
  return `follow/${followerId}/${followedId}`;
}

/**
 * The rules of following. A blocked person's follow has no effect, and no refusal tells them.
 * Source: decisions U-3, M-15.
 */
export const followDecider: Decider<FollowState, FollowCommand, UserFollowed | UserUnfollowed> = {
  initial: { status: 'apart' },
  snapshots: 'all',

  decide(command, state) {
    const { followerId, followedId } = command;
    const data = { followerId, followedId };
    const ended: UserUnfollowed[] = state.status === 'apart' ? [] : [{ type: 'UserUnfollowed', data }];
    const { follower, followed, hasBlocked, isBlocked } = command;
    if (command.type === 'EndFollow') {
      // Deleting an account has ended its follows, and counted them, already.
      if (follower.status === 'deleted' || followed.status === 'deleted') return [];
      return hasBlocked || isBlocked ? ended : [];
    }
    registered(follower);
    if (followed.status !== 'registered' && followed.status !== 'suspended')
      throw new DomainError('user.unknown', messages.userUnknown);
    if (followerId === followedId) throw new DomainError('follow.self', messages.followSelf);
    if (command.type === 'UnfollowUser') return ended;
    if (hasBlocked) throw new DomainError('block.own', messages.blockOwn);
    return isBlocked || state.status === 'following' ? [] : [{ type: 'UserFollowed', data }];
  },

  evolve(state, event) {
    switch (event.type) {
      case 'UserFollowed':
        return { status: 'following' };
      case 'UserUnfollowed':
        return { status: 'apart' };
      default:
        event satisfies never;
        return state;
    }
  },
};

type Guarded = readonly [UserState, UserState, BlockState, BlockState];

/** The command that changes one person's following of another, without its reply. */
export function changeOfFollow(
  type: FollowCommand['type'],
  { followerId, followedId }: Pick<FollowCommand, 'followerId' | 'followedId'>,
): Omit<CommandSpec<FollowState, FollowCommand, UserFollowed | UserUnfollowed, never, Guarded>, 'reply'> {
  return {
    streamId: followStream(followerId, followedId),
    orderingKey: followedId,
    decider: followDecider,
    guards: [
      userGuard(followerId),
      userGuard(followedId),
      blockGuard(followerId, followedId),
      blockGuard(followedId, followerId),
    ],
    command: ({ guards: [follower, followed, own, theirs] }) => ({
      ...{ type, followerId, followedId, follower, followed },
      ...{ hasBlocked: own.isBlocked, isBlocked: theirs.isBlocked },
    }),
  };
}
