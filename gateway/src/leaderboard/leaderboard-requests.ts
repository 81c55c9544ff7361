import type { Rpc } from '@parlour/contracts/rpc';
import { pageOf } from '../http/page-request.ts';
import type { LeaderboardQuery, WinsQuery } from './leaderboard.dto.ts';

/** Whose wins, and in which kind of game. */
export function winsOf({ username, gameType }: WinsQuery): Rpc['leaderboard.getWins']['request'] {
  return { username, ...(gameType === undefined ? {} : { gameType }) };
}

/** Which rows; who is named, which is oneself, wants those alone whom he follows. */
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
