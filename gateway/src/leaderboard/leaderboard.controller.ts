import { Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { GetLeaderboard, GetWins } from '@parlour/contracts/leaderboard/leaderboard.requests';
import { Caller, From } from '../http/requests/caller.ts';
import { ServiceCalls } from '../http/service-calls.ts';
import { Read } from '../http/route.ts';

@ApiTags('games')
@Controller(['games', 'api/games'])
export class LeaderboardController {
  constructor(private readonly calls: ServiceCalls) {}

  @Read('wins', { summary: 'How many games a person has won', answers: 'leaderboard.getWins' })
  getWins(@Query() query: GetWins, @From() caller: Caller) {
    return this.calls.read('leaderboard.getWins', query, caller);
  }

  @Read('leaderboard', { summary: 'Who has won most', answers: 'leaderboard.getLeaderboard' })
  getLeaderboard(@Query() { username, ...list }: GetLeaderboard, @From() caller: Caller) {
    return this.calls.list(
      'leaderboard.getLeaderboard',
      { ...list, followingOnly: username !== undefined },
      caller.acting(username),
    );
  }
}
