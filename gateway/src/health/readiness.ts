import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { type Source, sources } from '@parlour/contracts/envelope';
import { statusOfCode, type ErrorWire } from '@parlour/contracts/errors';
import { messages } from '@parlour/contracts/messages';
import type { Rpc, RpcName } from '@parlour/contracts/rpc';
import { systemContext } from '@parlour/kernel/rpc/calls';
import { gatewayEnvironment, type GatewayEnvironment } from '../gateway-environment.ts';
import { EndedSessions } from '../session/ended-sessions.ts';

/** Gateway to operator: which parts are up; with the error shape if not all are. */
export type Readiness = {
  readonly ready: boolean;
  readonly parts: Readonly<Record<Source | 'sessions', boolean>>;
} & Partial<ErrorWire>;

/** Whether the gateway can serve: every service answers, and ended sessions are known. */
@Injectable()
export class ReadinessCheck {
  private running: Promise<Readiness> | undefined;

  constructor(
    @Inject(gatewayEnvironment) private readonly environment: GatewayEnvironment,
    private readonly ended: EndedSessions,
  ) {}

  async answer(reply: FastifyReply): Promise<Readiness> {
    const readiness = await this.check();
    if (!readiness.ready) reply.status(statusOfCode['service.unavailable']);
    return readiness;
  }

  /** Anybody may ask, so concurrent requests share one check of the services. */
  private check(): Promise<Readiness> {
    this.running ??= this.look().finally(() => (this.running = undefined));
    return this.running;
  }

  private async look(): Promise<Readiness> {
    const answers = await Promise.all(sources.map(async (source) => [source, await this.healthOf(source)] as const));
    const states = answers.map(([source, { ready }]) => [source, ready]);
    const services = Object.fromEntries(states) as Record<Source, boolean>; // one entry per source
    const parts = { ...services, sessions: this.ended.isCurrent };
    if (Object.values(parts).every(Boolean)) return { ready: true, parts };
    const damaged = answers.some(([, health]) => health.damaged);
    if (damaged) return { ready: false, parts, error: messages.damagedDatabase, code: 'database.damaged' };
    return { ready: false, parts, error: messages.unavailable, code: 'service.unavailable' };
  }

  private async healthOf(source: Source): Promise<Rpc[`${Source}.health`]['reply']> {
    const name = `${source}.health` satisfies RpcName;
    try {
      return (await this.environment.rpc.call(name, {}, systemContext(randomUUID()))).reply;
    } catch {
      return { ready: false };
    }
  }
}
