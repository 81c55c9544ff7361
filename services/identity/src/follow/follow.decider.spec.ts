import { describe, expect, test } from '@jest/globals';
import { eventsOf } from '@parlour/contracts/envelope';
import type { IdentityEvent, UserFollowed, UserUnfollowed } from '@parlour/contracts/identity/identity';
import { messages } from '@parlour/contracts/messages';
import { fold } from '@parlour/kernel/log/decider';
import { given } from '@parlour/kernel/testing/given';
import { readGoldenEvents } from '@parlour/kernel/testing/golden';
import type { UserState } from '../user/user.decider.ts';
import { type ChangeFollow, type EndFollow, followDecider } from './follow.decider.ts';

const here: UserState = { status: 'registered', name: 'Ann', isOperator: false };
const data = { followerId: 'ann', followedId: 'ben' };
const apart = { hasBlocked: false, isBlocked: false };
const follow: ChangeFollow = { type: 'FollowUser', ...data, follower: here, followed: here, ...apart };
const unfollow: ChangeFollow = { ...follow, type: 'UnfollowUser' };
const end: EndFollow = { ...follow, type: 'EndFollow', hasBlocked: true };
const followed: UserFollowed = { type: 'UserFollowed', data };
const unfollowed: UserUnfollowed = { type: 'UserUnfollowed', data };

describe('following somebody', () => {
  test('begins, ends, and begins anew', () => {
    given(followDecider).when(follow).then(followed);
    given(followDecider, [followed]).when(unfollow).then(unfollowed);
    given(followDecider, [followed, unfollowed]).when(follow).then(followed);
  });

  test('[U-3] changes nothing if it is already so', () => {
    given(followDecider, [followed]).when(follow).thenNothing();
    given(followDecider).when(unfollow).thenNothing();
    given(followDecider, [followed, unfollowed]).when(unfollow).thenNothing();
  });

  test.each([follow, unfollow])('oneself is refused: $type', (command) => {
    given(followDecider)
      .when({ ...command, followedId: 'ann' })
      .thenRefused('follow.self', messages.followSelf);
  });

  test.each(['unknown', 'deleted'] as const)('somebody %s is refused', (status) => {
    for (const command of [follow, unfollow]) {
      given(followDecider, [followed])
        .when({ ...command, followed: { status } })
        .thenRefused('user.unknown', messages.userUnknown);
      given(followDecider)
        .when({ ...command, follower: { status } })
        .thenRefused('session.ended', messages.notSignedIn);
    }
  });

  test('[BM-20, M-15] a blocked person follows without effect, and is not told', () => {
    const blocked = { isBlocked: true };
    given(followDecider)
      .when({ ...follow, ...blocked })
      .thenNothing();
    given(followDecider, [followed])
      .when({ ...unfollow, ...blocked })
      .then(unfollowed);
  });

  test('[BM-20, M-15] whom one has blocked is unblocked first', () => {
    given(followDecider)
      .when({ ...follow, hasBlocked: true })
      .thenRefused('block.own', messages.blockOwn);
  });

  test('[BM-20] a block ends it, of a suspended person too', () => {
    given(followDecider, [followed]).when(end).then(unfollowed);
    given(followDecider, [followed])
      .when({ ...end, hasBlocked: false, isBlocked: true })
      .then(unfollowed);
    given(followDecider, [followed])
      .when({ ...end, followed: { ...here, status: 'suspended' } })
      .then(unfollowed);
    given(followDecider).when(end).thenNothing();
    // It was lifted in the meantime.
    given(followDecider, [followed])
      .when({ ...end, hasBlocked: false })
      .thenNothing();
  });

  test.each(['follower', 'followed'] as const)('a block ends nothing where the %s’s deletion has', (who) => {
    given(followDecider, [followed])
      .when({ ...end, [who]: { status: 'deleted' } })
      .thenNothing();
  });

  test('is loaded without what came before', () => {
    expect(given(followDecider, [followed, unfollowed, followed]).loaded).toBe(1);
  });

  test('understands every version of its events', () => {
    const events = eventsOf<IdentityEvent>(readGoldenEvents('identity'));
    const begun = events.filter((event) => event.type === 'UserFollowed');
    expect(fold(followDecider, begun)).toEqual({ status: 'following' });
    const ended = events.filter((event) => event.type === 'UserUnfollowed');
    expect(fold(followDecider, [...begun, ...ended])).toEqual({ status: 'apart' });
  });
});
