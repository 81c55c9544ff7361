import { DomainError } from '@parlour/contracts/errors';
import type { UserFollowed, UserUnfollowed } from '@parlour/contracts/identity';
import { messages } from '@parlour/contracts/messages';
import type { Decider } from '@parlour/kernel/log/decider';
import type { UserState } from '../user/user.decider.ts';

/** Whether one person follows another. */
export type FollowState = { readonly status: 'apart' } | { readonly status: 'following' };

/** Follow a person, or stop following. */
export interface FollowCommand {
  readonly type: 'FollowUser' | 'UnfollowUser';
  readonly followerId: string;
  readonly followedId: string;
  /** The state of both accounts. */
  readonly follower: UserState;
  readonly followed: UserState;
}

/** The stream of one person following another. */
export function followStream(followerId: string, followedId: string): string {
  return `follow/${followerId}/${followedId}`;
}

/** The rules of following. Source: decisions U-3. */
export const followDecider: Decider<FollowState, FollowCommand, UserFollowed | UserUnfollowed> = {
  initial: { status: 'apart' },

  decide(command, state) {
    const { followerId, followedId, follower, followed } = command;
    if (follower.status !== 'registered') throw new DomainError('session.ended', messages.notSignedIn);
    if (followed.status !== 'registered' && followed.status !== 'suspended')
      throw new DomainError('user.unknown', messages.userUnknown);
    if (followerId === followedId) throw new DomainError('follow.self', messages.followSelf);
    const data = { followerId, followedId };
    switch (command.type) {
      case 'FollowUser':
        return state.status === 'following' ? [] : [{ type: 'UserFollowed', data }];
      case 'UnfollowUser':
        return state.status === 'apart' ? [] : [{ type: 'UserUnfollowed', data }];
      default:
        command.type satisfies never;
        return [];
    }
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
