import { createApi } from '@reduxjs/toolkit/query/react';
import { callServer } from './http/client.ts';

/**
 * Tags of everything that live events keep current or that shows names: refetched after a lost
 * connection.
 */
export const liveTags = [
  'Questions',
  'Question',
  'Tags',
  'Users',
  'User',
  'Sessions',
  'Blocked',
  'Messages',
  'Chats',
  'Chat',
  'Unread',
  'Games',
  'Game',
  'OwnGames',
  'Leaderboard',
  'Communities',
  'Community',
  'Polls',
  'Notifications',
  'Reports',
  'Found',
] as const;

/**
 * The tag of one thing. The cache keeps ids as names of a plain object's properties, some of which
 * every object has: `constructor` is also a person's name, and whatever stands in an address is an
 * id.
 */
export function tagOf<Type extends (typeof liveTags)[number]>(type: Type, id: string): { type: Type; id: string } {
  return { type, id: `=${id}` };
}

const cache = createApi({
  reducerPath: 'api',
  baseQuery: callServer,
  tagTypes: [...liveTags, 'UnreadNotifications', 'Site', 'SiteLog', 'Accounts', 'Files', 'Invitations', 'Newcomers'],
  endpoints: () => ({}),
});

/**
 * The one cache of server data; each feature injects its endpoints. Their names are unique: of two
 * with one name, RTK Query would silently keep the first that was loaded. While developing, Vite
 * runs a file again that was edited: then its new endpoints count.
 */
export const api: typeof cache = {
  ...cache,
  injectEndpoints: (feature) =>
    cache.injectEndpoints({ ...feature, overrideExisting: process.env.NODE_ENV === 'development' || 'throw' }),
};
