import { Controller, Inject } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import type { Rpc } from '@parlour/contracts/rpc';
import { Database } from '@parlour/kernel/database/database';
import { actorOf, type Call, Handles } from '@parlour/kernel/rpc/calls';
import { readLeaderboard, readWins } from './leaderboard.view.ts';

/** Calls about wins. */
@Controller()
export class LeaderboardController {
  constructor(@Inject(Database) private readonly database: Database) {}

  @Handles('leaderboard.getWins')
  async getWins(@Payload() call: Call<'leaderboard.getWins'>): Promise<Rpc['leaderboard.getWins']['reply']> {
    return { wins: await readWins(this.database, call.request) };
  }

  @Handles('leaderboard.getLeaderboard')
  getLeaderboard(
    @Payload() call: Call<'leaderboard.getLeaderboard'>,
  ): Promise<Rpc['leaderboard.getLeaderboard']['reply']> {
    return readLeaderboard(this.database, call.request, actorOf(call).id);
  }
}
