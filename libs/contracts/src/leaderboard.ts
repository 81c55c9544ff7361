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

/** The badges and their thresholds. Source: decisions L-1. */
export type Badge = 'bronze' | 'silver' | 'gold';

/**
 * The badge for this many wins, over all game types; undefined means 'No badges yet'. Source:
 * decisions L-1.
 */
export function badgeOf(wins: number): Badge | undefined {
  if (wins > 50) return 'gold';
  if (wins > 25) return 'silver';
  return wins > 10 ? 'bronze' : undefined;
}

/** The leaderboard is derived from other services' logs and has no events of its own. */
export const leaderboardSchemaVersions = {} as const;
