import { createApi } from '@reduxjs/toolkit/query/react';
import { callServer } from './http/client.ts';

/** The one cache of what the server said; each feature adds its own endpoints to it. */
export const api = createApi({
  reducerPath: 'api',
  baseQuery: callServer,
  tagTypes: [
    'Questions',
    'Question',
    'Tags',
    'Users',
    'User',
    'Sessions',
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
    'UnreadNotifications',
  ],
  endpoints: () => ({}),
});

/**
 * Everything that live events keep current, and all that shows names: asked for again after the
 * connection was away.
 */
export const liveTags = [
  'Questions',
  'Question',
  'Tags',
  'Users',
  'User',
  'Sessions',
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
] as const;
