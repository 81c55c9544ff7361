import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import type { Rpc } from '@parlour/contracts/rpc';
import { Rights } from '@parlour/kernel/consumer/rights';
import { Database } from '@parlour/kernel/database/database';
import { type Call, Handles } from '@parlour/kernel/rpc/calls';
import { viewerOf } from '../question/visibility.ts';
import { readReported } from './reported.queries.ts';

/** Describes what is reported. */
@Controller()
export class ReportedController {
  constructor(
    private readonly database: Database,
    private readonly rights: Rights,
  ) {}

  @Handles('qa.getReported')
  async getReported(@Payload() call: Call<'qa.getReported'>): Promise<Rpc['qa.getReported']['reply']> {
    return { things: await readReported(this.database, call.request, viewerOf(call, this.rights)) };
  }
}
