import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { DomainError, unavailable } from '@parlour/contracts/errors';
import type { RpcName } from '@parlour/contracts/rpc';
import { viewConsumerName } from '../consumer/applied-positions.ts';
import { statement } from '../database/database.ts';
import { RpcClient, systemContext } from '../rpc/calls.ts';
import { Bank } from '../testing/bank.ts';
import { createThrowawayDatabase, type ThrowawayDatabase } from '../testing/postgres.ts';
import { RecordingBus } from '../testing/recording-bus.ts';
import { Lease } from '../log/lease.ts';
import { Relay } from '../log/relay.ts';
import { silentLogger } from '../testing/silent-logger.ts';
import { type TwoServices, twoServices } from '../testing/two-services.ts';
import { until } from '../testing/until.ts';
import { measureWhenAsked, metricsText } from './metrics.ts';
import { measureService } from './service-metrics.ts';

/** A series' value as Prometheus would read it; undefined if it is missing. */
async function valueOf(series: string): Promise<number | undefined> {
  const line = (await metricsText()).split('\n').find((one) => one.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.split(' ').at(-1));
}

/** How much a series grows during some work: the tests of this file share the counters. */
async function growth(series: string, work: () => Promise<unknown>): Promise<number> {
  const before = (await valueOf(series)) ?? 0;
  await work();
  return ((await valueOf(series)) ?? 0) - before;
}

describe('commands', () => {
  let place: ThrowawayDatabase<'qa'>;
  let bank: Bank;
  beforeAll(async () => {
    place = await createThrowawayDatabase({ sources: ['qa'] });
    bank = await Bank.at(place.connections.qa);
    await bank.open('ann');
  });
  afterAll(async () => {
    await bank.end();
    await place.drop();
  });

  it('are counted by outcome', async () => {
    const commands = (outcome: string): string => `parlour_commands_total{service="qa",outcome="${outcome}"}`;
    expect(await growth(commands('accepted'), () => bank.deposit('ann', 1))).toBe(1);
    expect(await growth(commands('refused'), () => bank.withdraw('ann', 99).catch(() => undefined))).toBe(1);
    expect(await growth(commands('refused'), () => bank.deposit('ann', 1))).toBe(0);
  });

  it('are counted when decided in vain, and when given up', async () => {
    const conflicts = 'parlour_command_conflicts_total{service="qa"}';
    const given = 'parlour_commands_total{service="qa",outcome="conflict"}';
    // A stream whose last version is not the number of its events, so every decision finds it
    // moved.
    await bank.open('gap');
    await bank.database.query(statement('test.gap', `update events set version = 7 where stream_id = 'account/gap'`));
    const deposit = (): Promise<unknown> => bank.deposit('gap', 1).catch(() => undefined);
    expect(await growth(conflicts, deposit)).toBe(100);
    expect(await growth(given, deposit)).toBe(1);
  });

  it('are counted in the batch that appended them', async () => {
    const batches = 'parlour_append_batch_commands_count{service="qa"}';
    const appended = 'parlour_append_batch_commands_sum{service="qa"}';
    expect(await growth(batches, () => bank.open('bea'))).toBe(1);
    expect(await growth(appended, () => Promise.all(['a', 'b', 'c'].map((name) => bank.open(name))))).toBe(3);
  });
});

describe('a service', () => {
  let services: TwoServices;
  let stop: (() => void) | undefined;
  beforeAll(async () => {
    services = await twoServices();
  });
  afterEach(async () => {
    stop?.();
    await services.reset();
  });
  afterAll(() => services.close());

  function relayOf(): Relay {
    const { log, database } = services.owner;
    const lease = new Lease(database, 'metrics', 10_000, silentLogger, true);
    const live = () => Promise.resolve({ liveMessages: [], endedSessions: [] });
    return new Relay('identity', log, lease, new RecordingBus(true), live, silentLogger);
  }

  it("reports its relay's lag, and whether it leads", async () => {
    const relay = relayOf();
    stop = measureService({ source: 'identity', database: services.owner.database, relay, consumers: [] });
    await services.owner.open('ann');
    await services.owner.open('bob');
    expect(await valueOf('parlour_relay_lag_events{service="identity"}')).toBe(2);
    expect(await valueOf('parlour_relay_leader{service="identity"}')).toBe(0);
    await relay.start();
    await until(
      'all is published',
      async (saw) => saw(await valueOf('parlour_relay_lag_events{service="identity"}')) === 0,
    );
    expect(await valueOf('parlour_relay_leader{service="identity"}')).toBe(1);
    await relay.stop();
  });

  it("reports a consumer's lag, and its parked events", async () => {
    const relay = relayOf();
    const broken = { handle: () => Promise.reject(new TypeError('poison')) };
    const consumer = services.consumer({ part: broken });
    const name = viewConsumerName('identity');
    stop = measureService({ source: 'qa', database: services.reader.database, relay, consumers: [consumer] });
    const lag = `parlour_consumer_lag_events{service="qa",consumer="${name}",source="identity"}`;
    const parked = `parlour_dead_letters{service="qa",consumer="${name}"}`;
    await consumer.start();
    expect(await valueOf(lag)).toBeUndefined();
    await services.owner.open('ann');
    await services.owner.open('bob');
    consumer.noteAnnounced(2);
    expect(await valueOf(lag)).toBe(2);
    expect(await valueOf(parked)).toBe(0);
    await consumer.catchUp();
    expect(await valueOf(lag)).toBe(0);
    expect(await valueOf(parked)).toBe(2);
    stop();
    expect(await valueOf(parked)).toBeUndefined();
  });

  it('omits a lag that cannot be measured, and counts the failure', async () => {
    const relay = relayOf();
    const lag = 'parlour_relay_lag_events{service="games"}';
    stop = measureService({ source: 'games', database: services.owner.database, relay, consumers: [] });
    expect(await valueOf(lag)).toBe(0);
    relay.lag = () => Promise.reject(new Error('away'));
    expect(await growth('parlour_failed_measures_total{service="games"}', () => valueOf(lag))).toBeGreaterThan(0);
    expect(await valueOf(lag)).toBeUndefined();
  });
});

it('calls are timed by name and outcome', async () => {
  const name: RpcName = 'qa.health';
  const failing = (failure: Error): RpcClient => new RpcClient({ send: () => Promise.reject(failure) }, 5_000);
  const count = (outcome: string): string => `parlour_rpc_call_seconds_count{call="qa.health",outcome="${outcome}"}`;
  const call = (client: RpcClient) => () => client.call(name, {}, systemContext('r')).catch(() => undefined);
  const answering = new RpcClient(
    { send: () => Promise.resolve({ reply: { ready: true }, positions: {}, stale: false }) },
    5_000,
  );
  expect(await growth(count('answered'), call(answering))).toBe(1);
  const { code, message: text } = new DomainError('question.unknown', 'no');
  expect(await growth(count('refused'), call(failing(Object.assign(new Error(), { code, text }))))).toBe(1);
  expect(await growth(count('unavailable'), call(failing(new Error('away'))))).toBe(1);
  const { code: gone, message } = unavailable();
  expect(
    await growth(count('unavailable'), call(failing(Object.assign(new Error(), { code: gone, text: message })))),
  ).toBe(1);
});

it('a measurement that never ends does not block the others', async () => {
  const stop = measureWhenAsked(() => new Promise(() => undefined));
  expect(await metricsText()).toContain('parlour_sockets');
  stop();
});
