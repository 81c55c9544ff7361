import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import type { Rpc } from '@parlour/contracts/rpc';
import { Database } from '@parlour/kernel/database/database';
import { actorOf, type Call, Handles } from '@parlour/kernel/rpc/calls';
import { readReported } from './reported.queries.ts';

/** Describes what is reported. */
@Controller()
export class ReportedController {
  constructor(private readonly database: Database) {}

  @Handles('identity.getReported')
  async getReported(@Payload() call: Call<'identity.getReported'>): Promise<Rpc['identity.getReported']['reply']> {
    actorOf(call);
    return { things: await readReported(this.database, call.request) };
  }
}
