import { Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { GetLeaderboard, GetWins } from '@parlour/contracts/leaderboard/leaderboard.requests';
import type { AnswerTo } from '../http/answers/answer.ts';
import { Caller, From } from '../http/requests/caller.ts';
import { ServiceCalls } from '../http/service-calls.ts';
import { Read } from '../http/route.ts';

@ApiTags('games')
@Controller(['games', 'api/games'])
export class LeaderboardController {
  constructor(private readonly calls: ServiceCalls) {}

  @Read('wins', { summary: 'How many games a person has won', answers: 'leaderboard.getWins' })
  getWins(@Query() query: GetWins, @From() caller: Caller): AnswerTo<'leaderboard.getWins'> {
    return this.calls.read('leaderboard.getWins', query, caller);
  }

  @Read('leaderboard', { summary: 'Who has won most', answers: 'leaderboard.getLeaderboard' })
  getLeaderboard(
    @Query() { username, ...list }: GetLeaderboard,
    @From() caller: Caller,
  ): AnswerTo<'leaderboard.getLeaderboard'> {
    return this.calls.list(
      'leaderboard.getLeaderboard',
      { ...list, followingOnly: username !== undefined },
      caller.acting(username),
    );
  }
}
