import type { UserWire } from '@parlour/contracts/identity/identity';

const freya: UserWire = {
  _id: 'u1',
  username: 'Freya',
  dateJoined: '2026-10-09T12:00:00.000Z',
  biography: 'Sailing instructor at the harbour club, and owner of too much rope.',
  followVisibility: true,
  followers: [],
  following: [],
  followerCount: 6,
  followingCount: 4,
  picture: null,
  isFollowed: false,
  isGoogleUser: false,
};

/** Whoever looks at the gallery. */
export const ann: UserWire = { ...freya, _id: 'u2', username: 'Ann' };

const replies: Readonly<Record<string, object>> = {
  '/user/getUser/Ann': ann,
  '/user/getUser/Freya': freya,
  '/user/getFollowing/Ann': [],
  '/games/wins': { wins: 27 },
};

/** The gallery has no server: parts that ask for something get these replies. */
export function replyWithSamples(): void {
  globalThis.fetch = async (input) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input, location.href);
    const reply = replies[pathname.replace(/^\/api/, '')];
    return Response.json(reply ?? {}, { status: reply ? 200 : 404 });
  };
}
