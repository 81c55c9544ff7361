import { randomUUID } from 'node:crypto';
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { limits } from '@parlour/contracts/limits';
import { systemContext } from '@parlour/kernel/rpc/calls';
import { newRequestId } from '@parlour/kernel/tracing/tracing';
import { gatewayEnvironment, type GatewayEnvironment } from '../gateway-environment.ts';

/** The times of reports, in milliseconds. */
export interface ReportTimes {
  /** Who comes and goes within this time is in one report. */
  readonly batchMs: number;
  /** How long somebody without a socket still counts as here: a reload takes less. */
  readonly graceMs: number;
  /** How often the lease is renewed: often enough that one call may fail. */
  readonly renewMs: number;
  /** The longest pause after reports that failed. */
  readonly longestPauseMs: number;
}

const usualTimes: ReportTimes = {
  batchMs: 300,
  graceMs: limits.offlineAfterSeconds * 1_000,
  renewMs: (limits.onlineLeaseSeconds * 1_000) / 3,
  longestPauseMs: 5_000,
};

/** The most people in one report. */
const reportSize = 1_000;

interface Here {
  sockets: number;
  /** Whether identity has been told that they are here. */
  told: boolean;
  /** Since when they have no socket. */
  leftAt: number;
}

/**
 * Tells identity who has a socket at this gateway. Reports are batched, with one in flight, so that
 * ten thousand people who come back at once are ten calls. Source: decisions P-10.
 */
@Injectable()
export class OnlinePeople implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly here = new Map<string, Here>();
  /** This gateway's id until a report fails: a person may also have a socket at another one. */
  private place = randomUUID();
  /** The reports of this place; each has the next number, in case one arrives late. */
  private reports = 0;
  private reportedAt = Number.NEGATIVE_INFINITY;
  /** How many reports have failed since one succeeded. */
  private failures = 0;
  private pausedUntil = Number.NEGATIVE_INFINITY;
  private reporting: Promise<void> | undefined;
  private timer: NodeJS.Timeout | undefined;
  private times = usualTimes;

  constructor(@Inject(gatewayEnvironment) private readonly environment: GatewayEnvironment) {}

  onApplicationBootstrap(): void {
    this.start();
  }

  start(times: ReportTimes = usualTimes): void {
    clearInterval(this.timer);
    this.times = times;
    this.timer = setInterval(() => this.report(), times.batchMs);
    this.timer.unref();
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    // Its people are not reported as gone: they come back within the lease, here or elsewhere.
    await this.reporting;
  }

  /** A person's socket opens. */
  come(userId: string): void {
    const person = this.here.get(userId);
    if (person) person.sockets++;
    else this.here.set(userId, { sockets: 1, told: false, leftAt: 0 });
  }

  /** A person's socket closes. */
  leave(userId: string): void {
    const person = this.here.get(userId);
    if (!person) return;
    person.sockets--;
    person.leftAt = performance.now();
    if (person.sockets === 0 && !person.told) this.here.delete(userId);
  }

  private report(): void {
    this.reporting ??= this.send().finally(() => {
      this.reporting = undefined;
    });
  }

  private async send(): Promise<void> {
    if (this.here.size === 0 || performance.now() < this.pausedUntil) return;
    const changes = this.changes();
    const isDue = performance.now() - this.reportedAt >= this.times.renewMs;
    if (changes.length === 0 && !isDue) return;
    const came = changes.filter(([, { sockets }]) => sockets > 0).map(([userId]) => userId);
    const left = changes.filter(([, { sockets }]) => sockets === 0).map(([userId]) => userId);
    // Before the answer, which may be late: what happens meanwhile is another change.
    for (const [userId, person] of changes) {
      if (person.sockets > 0) person.told = true;
      else this.here.delete(userId);
    }
    try {
      this.reports++;
      const request = { place: this.place, number: this.reports, came, left };
      const { reply } = await this.environment.rpc.call('identity.stayOnline', request, systemContext(newRequestId()));
      this.reportedAt = performance.now();
      if (reply.known) this.failures = 0;
      else this.begin();
    } catch (failure) {
      this.environment.logger.debug({ err: failure }, 'presence not reported');
      // Whether it arrived is not known.
      this.begin();
    }
  }

  /**
   * Reports everybody again, as another place. The old one expires, with the people of whose
   * leaving nothing was heard. Pauses longer each time: if identity is overloaded, everybody again,
   * every moment, would keep it so, and fill its table with places.
   */
  private begin(): void {
    this.failures++;
    const pause = Math.min(this.times.batchMs * 2 ** this.failures, this.times.longestPauseMs);
    this.pausedUntil = performance.now() + pause;
    this.place = randomUUID();
    this.reports = 0;
    this.reportedAt = Number.NEGATIVE_INFINITY;
    for (const person of this.here.values()) person.told = false;
  }

  /** The next ones who came, or who have been away for some time. */
  private changes(): [string, Here][] {
    const before = performance.now() - this.times.graceMs;
    const changes: [string, Here][] = [];
    for (const entry of this.here) {
      const [, { sockets, told, leftAt }] = entry;
      if (sockets > 0 ? !told : leftAt <= before) changes.push(entry);
      if (changes.length === reportSize) break;
    }
    return changes;
  }
}
