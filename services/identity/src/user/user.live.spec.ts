import { describe, expect, test } from '@jest/globals';
import { type EnvelopeOf, eventsOf } from '@parlour/contracts/envelope';
import type { IdentityEvent, UserRowWire } from '@parlour/contracts/identity/identity';
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
  picture: null,
};
const shy: UserRowWire = { ...ann, _id: 'shy', username: 'Shy', followVisibility: false };
const rows: LiveRows = new Map([ann, shy].map((row) => [row._id, row]));

function envelopeOf(event: IdentityEvent): EnvelopeOf<IdentityEvent> {
  const envelopes = envelopesOf('identity', [{ ...event, position: 7, occurredAt: at }]);
  return eventsOf<IdentityEvent>(envelopes)[0]!;
}

function published(event: IdentityEvent, shown = rows, nameHashes?: NameHashes): ReturnType<typeof live>[] {
  return [live(envelopeOf(event), shown, nameHashes)];
}

function liveMessage(to: LiveMessage['to'][number], type: UserUpdateType, user: UserRowWire): LiveMessage {
  return { to: [to], event: 'userUpdate', payload: { user, type }, position: 7 };
}

function liveMessages(...expected: readonly LiveMessage[]): unknown[] {
  return [{ liveMessages: expected, endedSessions: [] }];
}

describe('[EV-6, E-1] the audience', () => {
  test('everybody gets a new person, as a row of the list of people', () => {
    const user = { ...ann, followerCount: 0, followingCount: 0 };
    expect(published({ type: 'UserRegistered', data: { userId: 'ann', name: 'Ann' } })).toEqual(
      liveMessages(liveMessage('public', 'created', user)),
    );
  });

  test('nobody gets a new person whose name is already erased', () => {
    expect(published({ type: 'UserRegistered', data: { userId: 'ann', name: '' } })).toEqual(liveMessages());
  });

  test('[EV-23, BM-20, M-14] only the blocker gets a block, for their other tabs', () => {
    for (const type of ['UserBlocked', 'UserUnblocked'] as const) {
      const event: IdentityEvent = { type, data: { blockerId: 'shy', blockedId: 'ann' } };
      const payload = { username: 'Ann', blocked: type === 'UserBlocked' };
      expect(published(event)).toEqual(liveMessages({ to: ['user:shy'], event: 'blockUpdate', payload, position: 7 }));
      expect(published(event, new Map())).toEqual(liveMessages());
    }
  });

  test('only gateways get the end of a session', () => {
    expect(published({ type: 'SessionEnded', data: { sessionId: 's1', userId: 'ann', reason: 'logout' } })).toEqual([
      { liveMessages: [], endedSessions: [{ sessionId: 's1', endedAt: at }] },
    ]);
  });

  test.each([
    ['UserFollowed', 'follow'],
    ['UserUnfollowed', 'unfollow'],
  ] as const)('everybody gets %s, with the counts of both; only oneself if they are hidden', (type, update) => {
    expect(published({ type, data: { followerId: 'shy', followedId: 'ann' } })).toEqual(
      liveMessages(liveMessage('public', update, ann), liveMessage('user:shy', update, shy)),
    );
    expect(published({ type, data: { followerId: 'ann', followedId: 'shy' } })).toEqual(
      liveMessages(liveMessage('user:shy', update, shy), liveMessage('public', update, ann)),
    );
  });

  test('nobody gets a person who left meanwhile', () => {
    expect(published({ type: 'UserFollowed', data: { followerId: 'gone', followedId: 'gone too' } })).toEqual(
      liveMessages(),
    );
    expect(published({ type: 'BiographyUpdated', data: { userId: 'gone' } })).toEqual(liveMessages());
  });

  test('everybody gets a changed profile, without hidden counts, and oneself with them', () => {
    const hidden = { ...shy, followerCount: 0, followingCount: 0 };
    for (const event of [
      { type: 'BiographyUpdated', data: { userId: 'shy' } },
      { type: 'FollowVisibilityChanged', data: { userId: 'shy', visible: false } },
      { type: 'UserSuspended', data: { userId: 'shy' } },
      { type: 'UserRestored', data: { userId: 'shy' } },
    ] as const) {
      expect(shownBy(envelopeOf(event))).toEqual(['shy']);
      expect(published(event)).toEqual(
        liveMessages(liveMessage('public', 'updated', hidden), liveMessage('user:shy', 'updated', shy)),
      );
    }
    expect(published({ type: 'FollowVisibilityChanged', data: { userId: 'ann', visible: true } })).toEqual(
      liveMessages(liveMessage('public', 'updated', ann)),
    );
  });

  test('only the person gets that they become an operator, or stop being one', () => {
    for (const type of ['OperatorAdded', 'OperatorRemoved'] as const) {
      const event: IdentityEvent = { type, data: { userId: 'ann' } };
      expect(shownBy(envelopeOf(event))).toEqual(['ann']);
      expect(published(event)).toEqual(liveMessages(liveMessage('user:ann', 'updated', ann)));
      expect(published(event, new Map())).toEqual(liveMessages());
    }
  });

  test('nobody gets a new password', () => {
    expect(published({ type: 'PasswordReset', data: { userId: 'ann' } })).toEqual(liveMessages());
  });

  test('everybody gets a deletion, without the name, but with its hash', () => {
    const gone = { ...ann, username: 'deleted user', followerCount: 0, followingCount: 0 };
    const event = { type: 'UserDeleted', data: { userId: 'ann' } } as const;
    expect(published(event, new Map())).toEqual(liveMessages(liveMessage('public', 'deleted', gone)));
    const payload = { user: gone, type: 'deleted', nameHash: 'hash of Ann' } as const;
    expect(published(event, new Map(), new Map([['ann', ['hash of Ann']]]))).toEqual(
      liveMessages({ to: ['public'], event: 'userUpdate', payload, position: 7 }),
    );
  });

  test('[BM-51] everybody gets a new name, with the former one unless it is erased', () => {
    const event = { type: 'UserRenamed', data: { userId: 'ann', name: 'Ann', formerName: 'Old', reason: '' } } as const;
    const payload = { user: ann, type: 'updated', formerName: 'Old' } as const;
    expect(published(event)).toEqual(liveMessages({ to: ['public'], event: 'userUpdate', payload, position: 7 }));
    const erased = { ...event, data: { ...event.data, name: '', formerName: '' } };
    expect(published(erased)).toEqual(liveMessages(liveMessage('public', 'updated', ann)));
    const gone = { ...event, data: { ...event.data, userId: 'gone' } };
    expect(published(gone)).toEqual(liveMessages());
  });

  test('a deletion goes to everybody once for each name that the person has had', () => {
    const event = { type: 'UserDeleted', data: { userId: 'ann' } } as const;
    const [sent] = published(event, new Map(), new Map([['ann', ['one', 'two']]]));
    expect(sent?.liveMessages).toMatchObject([{ payload: { nameHash: 'one' } }, { payload: { nameHash: 'two' } }]);
  });

  test('every version of an event is handled', () => {
    for (const event of eventsOf<IdentityEvent>(readGoldenEvents('identity'))) {
      expect(shownBy(event).length).toBeLessThanOrEqual(2);
      expect(() => live(event, rows)).not.toThrow();
    }
  });
});
