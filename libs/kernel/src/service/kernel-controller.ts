import { Controller, Inject, type Type } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import type { Source } from '@parlour/contracts/envelope';
import { limits } from '@parlour/contracts/limits';
import type { Rpc } from '@parlour/contracts/rpc';
import { AppliedPositions } from '../consumer/applied-positions.ts';
import { Rights } from '../consumer/rights.ts';
import { RunningConsumers } from '../consumer/running-consumers.ts';
import { Database } from '../database/database.ts';
import { EventLog } from '../log/event-log.ts';
import { boundedPage } from '../log/feed.ts';
import { readConsumers } from '../metrics/service-metrics.ts';
import { type Call, Handles } from '../rpc/calls.ts';
import { type CountedTable, readBytes, readDaily, readWaiting, type Waiting } from './service-state.queries.ts';

/** Such a call of any service: they are declared alike. */
type Kernel<Action extends string> = `${Source}.${Action}`;

/** The calls that every service answers the same way: its log, its health, how far it follows. */
export function kernelControllerOf(source: Source): Type {
  @Controller()
  class KernelController {
    constructor(
      private readonly log: EventLog,
      private readonly database: Database,
      private readonly applied: AppliedPositions,
      private readonly rights: Rights,
      private readonly consumers: RunningConsumers,
      @Inject('definition')
      private readonly definition: { readonly daily?: readonly CountedTable[]; readonly waiting?: Waiting },
    ) {}

    @Handles(`${source}.feed`)
    async feed(@Payload() call: Call<Kernel<'feed'>>): Promise<Rpc[Kernel<'feed'>]['reply']> {
      return boundedPage(await this.log.read(call.request.after, Math.min(call.request.limit, 1_000)));
    }

    @Handles(`${source}.health`)
    async health(): Promise<Rpc[Kernel<'health'>]['reply']> {
      const answers = await this.database.answers();
      if (this.database.isDamaged) return { ready: false, damaged: true };
      return { ready: answers && this.log.isWritable && this.rights.mayServe && !this.consumers.areStuck };
    }

    /** What only operators may know: the gateway asks for nobody else. */
    @Handles(`${source}.state`)
    async state({ request }: Call<Kernel<'state'>>): Promise<Rpc[Kernel<'state'>]['reply']> {
      const [{ ready }, consumers, bytes, daily, waiting] = await Promise.all([
        this.health(),
        readConsumers(this.database, this.consumers.all),
        readBytes(this.database),
        readDaily(this.database, this.definition.daily ?? [], request),
        readWaiting(this.database, this.definition.waiting ?? {}),
      ]);
      return { ready, consumers, bytes, daily, waiting };
    }

    @Handles(`${source}.awaitApplied`)
    async awaitApplied(@Payload() call: Call<Kernel<'awaitApplied'>>): Promise<Rpc[Kernel<'awaitApplied'>]['reply']> {
      const { source: from, position } = call.request;
      return { applied: await this.applied.wait({ [from]: position }, limits.positionWaitMs) };
    }
  }
  return KernelController;
}
