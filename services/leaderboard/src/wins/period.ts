import type { LeaderboardPeriod } from '@parlour/contracts/leaderboard/leaderboard';

/** A period that ends. */
export type EndingPeriod = Exclude<LeaderboardPeriod, 'all'>;

const dayMs = 24 * 60 * 60_000;

/**
 * The board that counts the wins of a type of game, or of all together, in the month or week of a
 * time: 'Nim 2026-03' or, by the Monday, 'Nim 2026-03-02'. Both are in UTC. Source: decisions L-4.
 */
export function boardOf(gameType: string, period: EndingPeriod, at: Date): string {
  if (period === 'month') return `${gameType} ${at.toISOString().slice(0, 7)}`;
  const daysSinceMonday = (at.getUTCDay() + 6) % 7;
  return `${gameType} ${new Date(at.getTime() - daysSinceMonday * dayMs).toISOString().slice(0, 10)}`;
}
