import { Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { LeaderboardRowWire } from '@parlour/contracts/leaderboard';
import type { Answered } from '../http/answer.ts';
import { Caller, From } from '../http/caller.ts';
import { Calls } from '../http/calls.ts';
import { Read } from '../http/route.ts';
import { LeaderboardQuery, LeaderboardRowDto, WinsDto, WinsQuery } from './leaderboard.dto.ts';
import { rowsOf, winsOf } from './leaderboard-requests.ts';

@ApiTags('games')
@Controller(['games', 'api/games'])
export class LeaderboardController {
  constructor(private readonly calls: Calls) {}

  @Read('wins', { summary: 'How many games a person has won', answers: WinsDto })
  getWins(@Query() query: WinsQuery, @From() caller: Caller): Promise<Answered<WinsDto>> {
    return this.calls.read('leaderboard.getWins', winsOf(query), caller);
  }

  @Read('leaderboard', { summary: 'Who has won most', answers: [LeaderboardRowDto] })
  getLeaderboard(
    @Query() query: LeaderboardQuery,
    @From() caller: Caller,
  ): Promise<Answered<readonly LeaderboardRowWire[]>> {
    return this.calls.list('leaderboard.getLeaderboard', rowsOf(query), caller.acting(query.username));
  }
}
