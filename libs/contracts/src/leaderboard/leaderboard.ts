import type { GameType } from '../games/games.ts';

/**
 * Gateway to browser: a row of the leaderboard. Source: specification EN-5; decisions L-2.
 */
export interface LeaderboardRowWire {
  readonly username: string;
  readonly wins: number;
  /**
   * Among all players of the game type, with or without Following Only; ties share a rank: 1, 2, 2,
   * 4.
   */
  readonly globalRank: number;
}

/** The times whose wins a leaderboard counts: all, or the current month or week, in UTC. */
export const leaderboardPeriods = ['all', 'month', 'week'] as const;

/** One of `leaderboardPeriods`. Source: decisions L-4. */
export type LeaderboardPeriod = (typeof leaderboardPeriods)[number];

/** Gateway to browser: how often a person has won a type of game. */
export interface GameWinsWire {
  readonly gameType: GameType;
  readonly wins: number;
}

/** The badges. Source: decisions L-1. */
export type Badge = 'bronze' | 'silver' | 'gold';

/** The badges from the lowest, and the wins that each takes. Source: decisions L-1. */
export const badges: readonly { readonly badge: Badge; readonly from: number }[] = [
  { badge: 'bronze', from: 11 },
  { badge: 'silver', from: 26 },
  { badge: 'gold', from: 51 },
];

/**
 * The badge for this many wins, over all game types; undefined means 'No badges yet'. Source:
 * decisions L-1.
 */
export function badgeOf(wins: number): Badge | undefined {
  return badges.findLast(({ from }) => wins >= from)?.badge;
}

/** The leaderboard is derived from other services' logs and has no events of its own. */
export const leaderboardSchemaVersions = {} as const;
