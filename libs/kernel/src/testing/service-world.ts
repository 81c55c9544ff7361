import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import type { INestMicroservice } from '@nestjs/common';
import type { MicroserviceOptions } from '@nestjs/microservices';
import type { Actor, Envelope, Positions, Source } from '@parlour/contracts/envelope';
import type { LiveBatch, LiveMessage } from '@parlour/contracts/live';
import type { CallResult, Rpc, RpcName } from '@parlour/contracts/rpc';
import { AppliedPositions } from '../consumer/applied-positions.ts';
import { Rights, rightsLimitMs } from '../consumer/rights.ts';
import { Database, statement } from '../database/database.ts';
import { migrate } from '../database/migrate.ts';
import type { ReadFeed } from '../log/feed.ts';
import { createLogger, type Logger, NestLogs } from '../logging/logger.ts';
import { bodyHash, type Call, RpcClient, type Transport } from '../rpc/calls.ts';
import { CheckedHub, liveFaultOf } from './copying-hub.ts';
import { envelopesOf, type GivenEvent } from './envelopes.ts';
import { foreignSources, openService, type ServiceDefinition, ServiceModule } from '../service/service-module.ts';
import { patientLimits, testPatienceMs } from './patience.ts';
import { createThrowawayDatabase, type Tables, type ThrowawayDatabase } from './postgres.ts';
import { peopleOf, registrationOf } from './people.ts';
import { openTestBus } from './test-bus.ts';
import { until } from './until.ts';

/** Options of a test's call: actor, key, and seen positions. */
export interface CallOptions {
  readonly as?: Actor;
  readonly key?: string;
  readonly minPositions?: Positions;
  readonly sessionId?: string;
}

/** One real service on its own database, called as the gateway calls it. */
export interface ServiceWorld {
  readonly database: Database;
  readonly databases: ThrowawayDatabase<Source>;
  /** Every live batch published so far. */
  readonly published: readonly LiveBatch[];
  /**
   * Calls and waits until the result is published, so that a test never takes one call's live
   * messages for the next one's.
   */
  call<Name extends RpcName>(
    name: Name,
    request: Rpc[Name]['request'],
    options?: CallOptions,
  ): Promise<CallResult<Name>>;
  /** Reads another log, as from its owner. */
  feedOf(source: Source): ReadFeed;
  /** Appends events to another log; every later call sees them. */
  append(source: Source, ...events: readonly GivenEvent[]): Promise<void>;
  /** Registers people. */
  people<const Names extends readonly string[]>(...names: Names): Promise<{ -readonly [Name in keyof Names]: Actor }>;
  /** Appends events to another log, as its owner would; the bus may not deliver them. */
  foreignEvents(source: Source, envelopes: readonly Envelope[], delivered?: boolean): Promise<void>;
  /**
   * Silences the other logs, as a lost bus would, and moves the clock through most of the time for
   * which they are still trusted.
   */
  silence(): void;
  /** All live messages, once everything committed is published. */
  liveMessages(): Promise<readonly LiveMessage[]>;
  sql<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  close(): Promise<void>;
}

/** Starts a service with stand-ins for the other logs: empty until `foreignEvents` fills them. */
export async function startServiceWorld(definition: ServiceDefinition): Promise<ServiceWorld> {
  const logger = createLogger(definition.source, { level: process.env['LOG_LEVEL'] ?? 'silent' });
  const databases = await createThrowawayDatabase<Source>({
    sources: [definition.source],
    tables: tablesOf(definition, logger),
  });
  const hub = new CheckedHub();
  const foreign = new Map<Source, Envelope[]>();
  const feedOf = (source: Source): ReadFeed => {
    return (after, limit) => {
      const log = foreign.get(source) ?? [];
      return Promise.resolve({ logId: foreignLogId, head: log.length, envelopes: log.slice(after, after + limit) });
    };
  };
  const transport: Transport = {
    send: (call: Call<RpcName>, limitMs: number) => {
      const [source, what] = call.name.split('.') as [Source, string]; // every name of Rpc has this form
      if (source === definition.source) return hub.send(call, limitMs);
      if (what === 'awaitApplied') return Promise.resolve({ reply: { applied: true }, positions: {}, stale: false });
      const { after, limit } = call.request as Rpc['qa.feed']['request']; // by its name
      return feedOf(source)(after, limit).then((reply) => ({ reply, positions: {}, stale: false }));
    },
  };
  const bus = await openTestBus(logger);
  const published: LiveBatch[] = [];
  const faults: string[] = [];
  let publishedUpTo = 0;
  await bus.listen((batch) => {
    if (batch.source !== definition.source) return;
    published.push(batch);
    faults.push(...[...batch.messages, ...batch.state].flatMap((message) => liveFaultOf(message) ?? []));
    publishedUpTo = Math.max(publishedUpTo, batch.upTo);
  });
  const connection = databases.connections[definition.source];
  const rpc = new RpcClient(transport, testPatienceMs);
  // Tests read the checkpoints to see what was handled.
  const consumerTimes = { storeMs: 10 };
  const environment = { connection, bus, rpc, logger, leaseMs: 10_000, databaseLimits: patientLimits, consumerTimes };
  const application: INestMicroservice = await NestFactory.createMicroservice<MicroserviceOptions>(
    ServiceModule.register(definition, environment),
    { strategy: hub.serverOf(definition.source, logger), logger: new NestLogs(logger) },
  );
  await application.listen();
  // The relays of the others send a heartbeat each second, up to where `foreignEvents` has filled
  // their logs.
  const heartbeat = (): void => {
    for (const source of foreignSources(definition)) {
      const upTo = foreign.get(source)?.length ?? 0;
      const empty = { messages: [], state: [], endedSessions: [] };
      void bus.publishLive({ source, logId: foreignLogId, epoch: 1, after: upTo, upTo, head: upTo, ...empty });
    }
  };
  const heart = setInterval(heartbeat, 1_000);
  const rights = application.get(Rights);
  await until('the copies of other services are current', () => rights.allFresh);
  const applied = application.get(AppliedPositions);
  let calls = 0;
  let stated = 0;
  /** How many events were appended to the other logs: what calls see. */
  const appended: Partial<Record<Source, number>> = {};
  const database = application.get(Database);
  const sql = <Row extends object>(text: string, values: readonly unknown[] = []): Promise<Row[]> => {
    stated += 1;
    return database.query<Row>(statement(`test.sql.${stated}`, text), values);
  };
  const foreignEvents: ServiceWorld['foreignEvents'] = async (source, envelopes, delivered = true) => {
    const log = foreign.get(source) ?? [];
    const added = envelopes.map((envelope, index) => ({
      ...envelope,
      source,
      logId: foreignLogId,
      position: log.length + 1 + index,
    }));
    foreign.set(source, [...log, ...added]);
    if (delivered) await bus.publish(source, added);
  };
  const append: ServiceWorld['append'] = async (source, ...events) => {
    const first = (foreign.get(source)?.length ?? 0) + 1;
    appended[source] = first - 1 + events.length;
    await foreignEvents(source, envelopesOf(source, events, first));
  };
  return {
    database,
    databases,
    published,
    async call(name, request, options = {}) {
      calls += 1;
      const { minPositions = { ...appended } } = options;
      // A busy machine may take longer than a query waits before it answers with an older state.
      await until('seen events are applied', async (saw) => saw(await applied.wait(minPositions, 1_000)));
      const result = await environment.rpc.call(name, request, {
        requestId: `request ${calls}`,
        actor: options.as ?? null,
        sessionId: options.sessionId ?? null,
        minPositions,
        idempotency: options.key === undefined ? null : { key: options.key, bodyHash: bodyHash(request) },
      });
      const written = result.positions[definition.source] ?? 0;
      await until('what was written is published', (saw) => saw(publishedUpTo) >= written);
      if (faults.length > 0) throw new Error(faults.join('\n'));
      return result;
    },
    feedOf,
    foreignEvents,
    append,
    async people(...names) {
      const people = peopleOf(...names);
      await append('identity', ...people.map(registrationOf));
      return people;
    },
    async liveMessages() {
      const [head] = await sql<{ position: number }>('select position from head');
      await until('everything committed is published', () => (published.at(-1)?.upTo ?? 0) >= (head?.position ?? 0));
      return published.flatMap((batch) => batch.messages);
    },
    sql,
    silence() {
      clearInterval(heart);
      const { confirmedAt } = rights as unknown as { confirmedAt: Map<Source, number> }; // private
      for (const [source, at] of confirmedAt) confirmedAt.set(source, at - rightsLimitMs + 500);
    },
    async close() {
      clearInterval(heart);
      const long = await application.get(Database).query<{ route: string }>(longReplies, [longestReply]);
      await application.close();
      await bus.close();
      await databases.drop();
      const routes = long.map(({ route }) => route).join(', ');
      if (routes !== '') throw new Error(`stored replies are too long, see doneReply: ${routes}`);
    },
  };
}

/**
 * In bytes. The reply to a new post of the greatest length fits, but not one that others make long:
 * whoever repeats such a command would fill the disk.
 */
const longestReply = 128 * 1024;
const longReplies = statement(
  'test.longReplies',
  'select distinct route from commands where octet_length(reply::text) > $1',
);

/** The tables of a service. Migrating takes longer than most tests: each database gets a copy. */
export function tablesOf(definition: ServiceDefinition, logger: Logger): Tables<Source> {
  return {
    name: Object.values(definition.database.migrations).map(String).join('\n'),
    async make(connections) {
      const { database } = await openService(definition, { connection: connections[definition.source], logger });
      await migrate(database);
      await database.close();
    },
  };
}

const foreignLogId = '00000000-0000-7000-8000-000000000001';
