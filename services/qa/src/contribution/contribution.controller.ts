import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import type { Rpc } from '@parlour/contracts/rpc';
import { Rights } from '@parlour/kernel/consumer/rights';
import { Database } from '@parlour/kernel/database/database';
import { type Call, Handles } from '@parlour/kernel/rpc/calls';
import { viewerOf } from '../question/visibility.ts';
import { readContributions } from './contribution.queries.ts';

/** Calls about people's posts. */
@Controller()
export class ContributionController {
  constructor(
    private readonly database: Database,
    private readonly rights: Rights,
  ) {}

  @Handles('qa.contributions')
  async contributions(@Payload() call: Call<'qa.contributions'>): Promise<Rpc['qa.contributions']['reply']> {
    return { total: await readContributions(this.database, call.request.username, viewerOf(call, this.rights)) };
  }
}
