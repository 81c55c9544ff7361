import { type Page, read } from '../calls.ts';
import type { GameWinsWire, LeaderboardPeriod, LeaderboardRowWire } from './leaderboard.ts';
import type { PageRequest } from '../page.requests.ts';

/** The calls that leaderboard answers. */
export const leaderboardCalls = {
  /** Of all types of games together, it also replies the wins by type. */
  'leaderboard.getWins': read<
    { username: string; gameType?: string },
    { wins: number; byGame?: readonly GameWinsWire[] }
  >(),
  'leaderboard.getLeaderboard': read<
    PageRequest & { gameType?: string; period?: LeaderboardPeriod; followingOnly: boolean },
    Page<LeaderboardRowWire>
  >(),
};
