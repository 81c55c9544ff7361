import type { UserRowWire, UserWire } from '@parlour/contracts/identity/identity';

/** A list row with defaults for what the test doesn't set. */
export function personOf(username: string, change: Partial<UserRowWire> = {}): UserRowWire {
  return {
    _id: `id of ${username}`,
    username,
    dateJoined: '2026-06-01T10:00:00.000Z',
    followVisibility: true,
    followerCount: 0,
    followingCount: 0,
    picture: null,
    ...change,
  };
}

/** A whole profile. */
export function userOf(username: string, change: Partial<UserWire> = {}): UserWire {
  return {
    ...personOf(username),
    biography: '',
    followers: [],
    following: [],
    isFollowed: false,
    isGoogleUser: false,
    ...change,
  };
}
