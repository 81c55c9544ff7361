import type { Source } from '@parlour/contracts/envelope';

/** The services, by what people know of them. */
export const serviceNames: Record<Source, string> = {
  identity: 'Accounts',
  files: 'Files',
  qa: 'Questions',
  communities: 'Communities',
  messaging: 'Messages',
  games: 'Games',
  leaderboard: 'Leaderboard',
  notifications: 'Notifications',
  delivery: 'Mail',
};
