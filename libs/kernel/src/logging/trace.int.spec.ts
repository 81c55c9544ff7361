import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Envelope } from '@parlour/contracts/envelope';
import { Consumer } from '../consumer/consumer.ts';
import { Lease } from '../log/lease.ts';
import { Relay } from '../log/relay.ts';
import { accountEventTypes } from '../testing/bank.ts';
import { type TwoServices, twoServices } from '../testing/two-services.ts';
import { until } from '../testing/until.ts';
import { createLogger, type Logger } from './logger.ts';

let services: TwoServices;
beforeAll(async () => {
  services = await twoServices();
});
afterAll(() => services.close());

interface Line {
  readonly message: string;
  readonly name: string;
  readonly correlationId?: string;
  readonly position?: number;
}

function watched(name: string, level: string): { logger: Logger; lines: Line[] } {
  const lines: Line[] = [];
  const write = (line: string): void => void lines.push(JSON.parse(line) as Line); // pino writes objects
  return { logger: createLogger(name, { level }, { write }), lines };
}

it('an event can be followed by its request id from the relay to the last consumer', async () => {
  const { owner, reader, bus } = services;
  const relaying = watched('identity', 'debug');
  const consuming = watched('qa', 'debug');
  const lease = new Lease(owner.database, 'trace', 10_000, relaying.logger, true);
  const live = () => Promise.resolve({ liveMessages: [], endedSessions: [] });
  const relay = new Relay('identity', owner.log, lease, bus, live, relaying.logger);
  const feed = (after: number, limit: number) => owner.log.read(after, limit);
  const dependencies = { service: 'qa' as const, database: reader.database, bus, feed, types: accountEventTypes };
  const fails = (events: readonly Envelope[]): void => {
    if (events.some(({ type }) => type === 'Deposited')) throw new TypeError('poison');
  };
  const consumer = new Consumer(
    { source: 'identity', parts: [{ name: 'trace', handle: async (events) => fails(events) }] },
    { ...dependencies, logger: consuming.logger },
  );
  await relay.start();
  await consumer.start();
  await owner.open('ann');
  await owner.deposit('ann', 1);
  const [opened, deposited] = (await owner.log.read(0, 10)).envelopes;
  const numbered = (lines: readonly Line[], message: string, event: Envelope | undefined): boolean =>
    lines.some((line) => line.message.startsWith(message) && line.correlationId === event?.meta.correlationId);
  await until('both are published', () => numbered(relaying.lines, 'published', deposited));
  await until('the one is applied', () => numbered(consuming.lines, 'applied', opened));
  await until('the other is parked', () => numbered(consuming.lines, 'event parked', deposited));
  expect(numbered(consuming.lines, 'applied', deposited)).toBe(false);
  expect(opened?.meta.correlationId).toMatch(/./);
  await consumer.stop();
  await relay.stop();
});
