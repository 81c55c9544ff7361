import { describe, expect, test } from '@jest/globals';
import { eventsOf } from '@parlour/contracts/envelope';
import type { IdentityEvent, UserRowWire } from '@parlour/contracts/identity';
import type { LiveMessage } from '@parlour/contracts/live';
import type { UserUpdateType } from '@parlour/contracts/socket';
import { envelopesOf } from '@parlour/kernel/testing/envelopes';
import { readGoldenEvents } from '@parlour/kernel/testing/golden';
import { live, type LiveRows, type NameHashes, shownBy } from './user.live.ts';

const at = '2026-01-05T09:03:07.000Z';
const ann: UserRowWire = {
  _id: 'ann',
  username: 'Ann',
  dateJoined: at,
  followVisibility: true,
  followerCount: 3,
  followingCount: 4,
};
const shy: UserRowWire = { ...ann, _id: 'shy', username: 'Shy', followVisibility: false };
const rows: LiveRows = new Map([ann, shy].map((row) => [row._id, row]));

function published(event: IdentityEvent, shown = rows, nameHashes?: NameHashes): ReturnType<typeof live>[] {
  const envelopes = envelopesOf('identity', [{ ...event, position: 7, occurredAt: at }]);
  return eventsOf<IdentityEvent>(envelopes).map((each) => live(each, shown, nameHashes));
}

function liveMessage(to: LiveMessage['to'][number], type: UserUpdateType, user: UserRowWire): LiveMessage {
  return { to: [to], event: 'userUpdate', payload: { user, type }, position: 7 };
}

function liveMessages(...expected: readonly LiveMessage[]): unknown[] {
  return [{ liveMessages: expected, endedSessions: [] }];
}

describe('[EV-6, E-1] who is told', () => {
  test('everybody of somebody new, as a row of the list of people', () => {
    const user = { ...ann, followerCount: 0, followingCount: 0 };
    expect(published({ type: 'UserRegistered', data: { userId: 'ann', name: 'Ann' } })).toEqual(
      liveMessages(liveMessage('public', 'created', user)),
    );
  });

  test('nobody of somebody new whose name is erased already', () => {
    expect(published({ type: 'UserRegistered', data: { userId: 'ann', name: '' } })).toEqual(liveMessages());
  });

  test('nobody but the gateways of a session that ended', () => {
    expect(published({ type: 'SessionEnded', data: { sessionId: 's1', userId: 'ann', reason: 'logout' } })).toEqual([
      { liveMessages: [], endedSessions: [{ sessionId: 's1', endedAt: at }] },
    ]);
  });

  test.each([
    ['UserFollowed', 'follow'],
    ['UserUnfollowed', 'unfollow'],
  ] as const)('of %s everybody, with the counts of both; but of who hides them himself alone', (type, update) => {
    expect(published({ type, data: { followerId: 'shy', followedId: 'ann' } })).toEqual(
      liveMessages(liveMessage('public', update, ann), liveMessage('user:shy', update, shy)),
    );
    expect(published({ type, data: { followerId: 'ann', followedId: 'shy' } })).toEqual(
      liveMessages(liveMessage('user:shy', update, shy), liveMessage('public', update, ann)),
    );
  });

  test('of somebody who left meanwhile nobody', () => {
    expect(published({ type: 'UserFollowed', data: { followerId: 'gone', followedId: 'gone too' } })).toEqual(
      liveMessages(),
    );
    expect(published({ type: 'BiographyUpdated', data: { userId: 'gone' } })).toEqual(liveMessages());
  });

  test('of a profile that changed everybody, without the counts that he hides, and himself with them', () => {
    const hidden = { ...shy, followerCount: 0, followingCount: 0 };
    for (const event of [
      { type: 'BiographyUpdated', data: { userId: 'shy' } },
      { type: 'FollowVisibilityChanged', data: { userId: 'shy', visible: false } },
    ] as const) {
      expect(published(event)).toEqual(
        liveMessages(liveMessage('public', 'updated', hidden), liveMessage('user:shy', 'updated', shy)),
      );
    }
    expect(published({ type: 'FollowVisibilityChanged', data: { userId: 'ann', visible: true } })).toEqual(
      liveMessages(liveMessage('public', 'updated', ann)),
    );
  });

  test('of a new password nobody', () => {
    expect(published({ type: 'PasswordReset', data: { userId: 'ann' } })).toEqual(liveMessages());
  });

  test('of somebody who is gone everybody, without the name, but with its hash', () => {
    const gone = { ...ann, username: 'deleted user', followerCount: 0, followingCount: 0 };
    const event = { type: 'UserDeleted', data: { userId: 'ann' } } as const;
    expect(published(event, new Map())).toEqual(liveMessages(liveMessage('public', 'deleted', gone)));
    const payload = { user: gone, type: 'deleted', nameHash: 'hash of Ann' } as const;
    expect(published(event, new Map(), new Map([['ann', 'hash of Ann']]))).toEqual(
      liveMessages({ to: ['public'], event: 'userUpdate', payload, position: 7 }),
    );
  });

  test('of no version of an event what is not understood', () => {
    for (const event of eventsOf<IdentityEvent>(readGoldenEvents('identity'))) {
      expect(shownBy(event).length).toBeLessThanOrEqual(2);
      expect(() => live(event, rows)).not.toThrow();
    }
  });
});
