import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import type { LeaderboardRowWire } from '@parlour/contracts/leaderboard/leaderboard';
import type { Rpc } from '@parlour/contracts/rpc';
import { Database } from '@parlour/kernel/database/database';
import { actorOf, type Call, Handles } from '@parlour/kernel/rpc/calls';
import type { JsonPage } from '@parlour/kernel/rpc/json';
import { readLeaderboard, readWins } from './leaderboard.queries.ts';

/** Calls about wins. */
@Controller()
export class LeaderboardController {
  constructor(private readonly database: Database) {}

  @Handles('leaderboard.getWins')
  getWins(@Payload() call: Call<'leaderboard.getWins'>): Promise<Rpc['leaderboard.getWins']['reply']> {
    return readWins(this.database, call.request);
  }

  @Handles('leaderboard.getLeaderboard')
  getLeaderboard(@Payload() call: Call<'leaderboard.getLeaderboard'>): Promise<JsonPage<LeaderboardRowWire>> {
    return readLeaderboard(this.database, call.request, actorOf(call).id, new Date());
  }
}
