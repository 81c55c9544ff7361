import { Inject, Injectable } from '@nestjs/common';
import { type Source, sources } from '@parlour/contracts/envelope';
import type { RpcName } from '@parlour/contracts/rpc';
import { type OverviewWire, overviewDays, type ServiceStateWire } from '@parlour/contracts/site';
import { version } from '@parlour/contracts/version';
import { systemContext } from '@parlour/kernel/rpc/calls';
import { Answered } from '../http/answers/answer.ts';
import type { Caller } from '../http/requests/caller.ts';
import { gatewayEnvironment, type GatewayEnvironment } from '../gateway-environment.ts';

const dayMs = 86_400_000;

/**
 * How the site is: collected from all services, of which some may not answer. Source: decisions
 * M-24.
 */
@Injectable()
export class Overview {
  constructor(@Inject(gatewayEnvironment) private readonly environment: GatewayEnvironment) {}

  async read({ requestId }: Caller): Promise<Answered<OverviewWire>> {
    const { freeBytes } = this.environment;
    const today = Math.floor(Date.now() / dayMs);
    const since = new Date((today - overviewDays + 1) * dayMs).toISOString();
    const [free, ...states] = await Promise.all([
      freeBytes?.().catch(() => undefined),
      ...sources.map(async (name) => ({ name, state: await this.stateOf(name, since, requestId) })),
    ]);
    const daily = Object.assign({}, ...states.map(({ state }) => state?.daily ?? {})) as OverviewWire['daily']; // each service has its own
    const waiting = Object.assign({}, ...states.map(({ state }) => state?.waiting ?? {})) as OverviewWire['waiting']; // likewise
    const body: OverviewWire = {
      since: since.slice(0, 10),
      daily,
      waiting,
      services: states.map(({ name, state }) => {
        if (!state) return { name };
        const { daily: _, waiting: __, ...rest } = state;
        return { name, state: rest };
      }),
      ...(free !== undefined && { freeBytes: free }),
      version,
    };
    return new Answered({ body, positions: {}, stale: false, isPrivate: true });
  }

  /** Undefined if the service does not answer in time. */
  private async stateOf(service: Source, since: string, requestId: string): Promise<ServiceStateWire | undefined> {
    const name: RpcName = `${service}.state`;
    try {
      const request = { since, days: overviewDays };
      return (await this.environment.rpc.call(name, request, systemContext(requestId))).reply;
    } catch {
      return undefined;
    }
  }
}
