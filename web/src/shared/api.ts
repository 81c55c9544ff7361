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
] as const;

/** The one cache of server data; each feature injects its endpoints. */
export const api = createApi({
  reducerPath: 'api',
  baseQuery: callServer,
  tagTypes: [...liveTags, 'UnreadNotifications', 'Site', 'SiteLog', 'Accounts'],
  endpoints: () => ({}),
});
