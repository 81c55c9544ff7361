/**
 * Gateway to browser: a row of the leaderboard. Source: specification EN-5; decisions L-2.
 */
export interface LeaderboardRowWire {
  readonly username: string;
  readonly wins: number;
  /** Among everybody of the game type, whoever is followed; ties share it: 1, 2, 2, 4. */
  readonly globalRank: number;
}

/** What one is called by how many wins. Source: decisions L-1. */
export type Badge = 'bronze' | 'silver' | 'gold';

/**
 * The badge of so many wins, all game types together; undefined is 'No badges yet'. Source:
 * decisions L-1.
 */
export function badgeOf(wins: number): Badge | undefined {
  if (wins > 50) return 'gold';
  if (wins > 25) return 'silver';
  return wins > 10 ? 'bronze' : undefined;
}

/** The leaderboard is folded from the logs of others and has no events of its own. */
export const leaderboardSchemaVersions = {} as const;
