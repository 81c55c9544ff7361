import { IsString } from 'class-validator';
import { documented, faults, FilterBy, OwnNameInQuery } from '../fields.ts';
import { gameTypes, type GameType } from '../games/games.ts';
import { type LeaderboardPeriod, leaderboardPeriods } from './leaderboard.ts';
import { PageRequest } from '../page.requests.ts';

/** Browser to gateway: somebody's wins. */
export class GetWins {
  @IsString()
  @documented({}, 'Any user')
  readonly username!: string;

  @FilterBy(gameTypes, faults.gameType)
  readonly gameType?: GameType;
}

/** Browser to gateway: the leaderboard. */
export class GetLeaderboard extends PageRequest {
  @FilterBy(gameTypes, faults.gameType)
  readonly gameType?: GameType;

  @FilterBy(leaderboardPeriods, faults.period, 'Of all time if blank; a week begins on Monday, in UTC')
  readonly period?: LeaderboardPeriod;

  @OwnNameInQuery('The caller: limits the list to people they follow')
  readonly username?: string;
}
