import type { Rpc } from '@parlour/contracts/rpc';
import { pageOf } from '../http/page-request.ts';
import type { LeaderboardQuery, WinsQuery } from './leaderboard.dto.ts';

/** The person, and the game type. */
export function winsOf({ username, gameType }: WinsQuery): Rpc['leaderboard.getWins']['request'] {
  return { username, ...(gameType === undefined ? {} : { gameType }) };
}

/**
 * The requested rows; `username`, which must be the caller's own, limits them to people they
 * follow.
 */
export function rowsOf({
  username,
  gameType,
  ...page
}: LeaderboardQuery): Rpc['leaderboard.getLeaderboard']['request'] {
  return {
    ...pageOf(page),
    ...(gameType === undefined ? {} : { gameType }),
    followingOnly: username !== undefined,
  };
}
