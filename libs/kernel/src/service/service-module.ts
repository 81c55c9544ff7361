import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import {
  Inject,
  Injectable,
  Module,
  type DynamicModule,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
  type Provider,
  type Type,
} from '@nestjs/common';
import { APP_FILTER, APP_GUARD } from '@nestjs/core';
import type { Envelope, Source } from '@parlour/contracts/envelope';
import { unavailable } from '@parlour/contracts/errors';
import type { RpcName } from '@parlour/contracts/rpc';
import type { Bus, Head, Unsubscribe } from '../bus/bus.ts';
import { AppliedPositions, viewConsumerName } from '../consumer/applied-positions.ts';
import { Rights } from '../consumer/rights.ts';
import { RunningConsumers } from '../consumer/running-consumers.ts';
import { Consumer, type ConsumerDependencies } from '../consumer/consumer.ts';
import type { ConsumerDefinition, ConsumerPart } from '../consumer/consumer-part.ts';
import type { PartRunner } from '../consumer/part-runner.ts';
import { Database, type DatabaseDefinition, type DatabaseLimits, openDatabase, type Tx } from '../database/database.ts';
import { whatToDoAboutDamage } from '../database/failures.ts';
import { migrate } from '../database/migrate.ts';
import { Cleaner } from '../log/cleaner.ts';
import { type Barrier, Commands } from '../log/commands.ts';
import { CommitNotices } from '../log/commit-notices.ts';
import { EventLog } from '../log/event-log.ts';
import { eventTypes } from '@parlour/contracts/event-types';
import type { ReadFeed } from '../log/feed.ts';
import { Lease } from '../log/lease.ts';
import { type LiveOutput, type MakeLive, Relay } from '../log/relay.ts';
import { type MakeStateMessages, StateChanges } from '../log/state-changes.ts';
import { forgetReplies } from '../log/stored-replies.ts';
import type { Logger } from '../logging/logger.ts';
import { measureService } from '../metrics/service-metrics.ts';
import type { ConnectionOptions } from '../database/connection-options.ts';
import { DueWork, type Policy, policyPart, type PolicyService } from '../policy/policy.ts';
import { RpcClient, systemContext } from '../rpc/calls.ts';
import { PositionsGuard, ServiceFilter } from '../rpc/service-edge.ts';
import { dropKilledRebuilds } from '../view/rebuild.ts';
import { applyViews, type View } from '../view/view.ts';
import { kernelControllerOf } from './kernel-controller.ts';
import type { CountedTable, Waiting } from './service-state.queries.ts';

/** A service's parts; the kernel does everything else. */
export interface ServiceDefinition {
  readonly source: Source;
  readonly database: DatabaseDefinition;
  /** Read models, of its own log and of others. */
  readonly views: readonly View[];
  /**
   * Makes live messages: reads the rows they show and decides who gets them; `rights` says whether
   * copies of other logs can be trusted.
   */
  readonly live: (events: readonly Envelope[], reader: Tx, rights: Rights) => Promise<LiveOutput>;
  /** Makes live messages about state that is in no event; controllers announce its changes. */
  readonly liveState?: MakeStateMessages;
  readonly controllers: readonly Type[];
  readonly providers: readonly Provider[];
  readonly policies?: readonly Policy[];
  /** What the overview of operators counts in this service's views. */
  readonly daily?: readonly CountedTable[];
  /** And what waits for somebody. */
  readonly waiting?: Waiting;
  /**
   * Tables that change in place and are not derived from a log: a backup holds them besides the
   * log.
   */
  readonly keptTables?: readonly string[];
  /** Tables that no backup holds, and that are empty after a restore. */
  readonly fleetingTables?: readonly string[];
}

/** A service's environment in a deployment. */
export interface ServiceEnvironment {
  readonly connection: ConnectionOptions;
  readonly bus: Bus;
  readonly rpc: RpcClient;
  readonly logger: Logger;
  readonly leaseMs: number;
  /** Absent for the limits that users can wait for. */
  readonly databaseLimits?: DatabaseLimits;
  /** Absent for the usual times. */
  readonly consumerTimes?: Pick<ConsumerDependencies, 'storeMs'>;
  /** How often policies look for what is due; absent for each second. */
  readonly dueMs?: number;
  /**
   * True if other processes run the same service: they are notified of commits, and a leader's
   * lease must end before another leads. A single process needs no such connection, and leads from
   * its start even if its predecessor was killed.
   */
  readonly severalProcesses?: boolean;
}

/** How often unavailable dependencies are retried at the start. */
const retryMs = 1_000;

/** The other sources that a service's views read. */
export function foreignSources(definition: ServiceDefinition): Source[] {
  return [...new Set(definition.views.map((view) => view.source))].filter((source) => source !== definition.source);
}

/** The feed of any log: its own from the database, another's by calling its owner. */
export function feedOf(source: Source, log: EventLog, rpc: RpcClient): ReadFeed {
  if (source === log.source) return (after, limit) => log.read(after, limit);
  return async (after, limit) => {
    const name: RpcName = `${source}.feed`;
    return (await rpc.call(name, { after, limit }, systemContext(randomUUID()))).reply as Awaited<ReturnType<ReadFeed>>; // of that name
  };
}

/** The logs that a service's views or policies follow; its own, if a policy does. */
export function followedSources(definition: ServiceDefinition): Source[] {
  const decided = (definition.policies ?? []).flatMap(({ reactions }) => Object.keys(reactions) as Source[]); // its keys
  return [...new Set([...foreignSources(definition), ...decided])];
}

/**
 * A service's consumers, one per log: first its views of that log, then its policies, which need
 * the service to carry out their commands. Without one only the views are kept.
 */
export function consumersOf(
  definition: ServiceDefinition,
  service?: PolicyService,
  leads: () => boolean = () => true,
): ConsumerDefinition[] {
  const viewed = foreignSources(definition);
  return followedSources(definition).flatMap((source) => {
    const views = viewed.includes(source) ? [viewsPart(definition, source)] : [];
    const policies = (definition.policies ?? []).filter(({ reactions }) => source in reactions);
    const parts = [...views, ...(service ? policies.map((each) => policyPart(each, source, service, leads)) : [])];
    return parts.length > 0 ? [{ source, parts }] : [];
  });
}

function viewsPart(definition: ServiceDefinition, source: Source): ConsumerPart {
  const views = definition.views.filter((view) => view.source === source);
  return {
    name: viewConsumerName(source),
    handles: views.flatMap((view) => view.handles),
    async handle(envelopes, tx) {
      await applyViews(views, envelopes, tx);
      await forgetReplies(
        tx,
        views.flatMap((view) => view.erased?.(envelopes) ?? []),
      );
    },
  };
}

/**
 * Opens a service's database and log without serving: for migrations, rebuilds and dead letters.
 */
export async function openService(
  definition: ServiceDefinition,
  { connection, logger, databaseLimits: limits }: Pick<ServiceEnvironment, 'connection' | 'logger' | 'databaseLimits'>,
): Promise<{ database: Database; log: EventLog }> {
  const database = await openDatabase(connection, definition.database, logger, limits && { limits });
  const own = definition.views.filter((view) => view.source === definition.source);
  const types = eventTypes[definition.source];
  return { database, log: new EventLog(definition.source, database, types, own, logger) };
}

/**
 * How long a command waits for services that may be starting again. Its own caller waits for five
 * seconds, and the command is carried out already.
 */
const barrierMs = 2_500;

/** For how long a policy waits for another log, in milliseconds; its consumer then tries again. */
const catchUpMs = 500;

/**
 * Asks the services themselves; if one does not answer in time, its copy of the rights goes stale
 * by itself.
 */
function barrierOf(source: Source, { rpc, logger }: ServiceEnvironment): Barrier {
  return async (services, position) => {
    await Promise.all(
      services.map(async (service) => {
        const name: RpcName = `${service}.awaitApplied`;
        const late = delay(barrierMs, undefined, { ref: false }).then(() => Promise.reject(new Error('took too long')));
        await Promise.race([rpc.call(name, { source, position }, systemContext(randomUUID())), late]).catch(
          (failure: unknown) => logger.warn({ err: failure, service }, 'revoked right not applied yet'),
        );
      }),
    );
  };
}

/** Starts and stops a service's background work: relay, consumers, policies. */
@Injectable()
class ServiceLife implements OnApplicationBootstrap, OnApplicationShutdown {
  private relay: Relay | undefined;
  private notices: CommitNotices | undefined;
  private cleaner: Cleaner | undefined;
  private consumers: Consumer[] = [];
  private dueWork: DueWork[] = [];
  private stopWatching: Unsubscribe | undefined;
  private stopMeasuring: (() => void) | undefined;
  private ended = false;

  constructor(
    @Inject('definition') private readonly definition: ServiceDefinition,
    @Inject('environment') private readonly environment: ServiceEnvironment,
    private readonly database: Database,
    private readonly log: EventLog,
    private readonly commands: Commands,
    private readonly applied: AppliedPositions,
    private readonly rights: Rights,
    private readonly states: StateChanges,
    private readonly running: RunningConsumers,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const { definition, environment, database, log, states } = this;
    const { bus, rpc, logger } = environment;
    await dropKilledRebuilds(definition.views, database);
    database.onDamage = (err) => logger.error({ err }, `The database is damaged. ${whatToDoAboutDamage}`);
    const lease = new Lease(database, randomUUID(), environment.leaseMs, logger, !environment.severalProcesses);
    const leads = (): boolean => lease.term !== undefined;
    const live: MakeLive = (events, reader) => definition.live(events, reader, this.rights);
    const relay = new Relay(definition.source, log, lease, bus, live, logger, undefined, states);
    this.relay = relay;
    const noteChanges = (changed: readonly string[]): void => {
      if (!leads()) states.forgetOld();
      states.note(changed);
      relay.nudge();
    };
    states.onAnnounced(noteChanges);
    if (environment.severalProcesses) {
      const notices = new CommitNotices(environment.connection, definition.source, noteChanges, logger);
      // What the leader commits, nobody else has to publish.
      log.onCommit(() => {
        if (!leads()) notices.announce();
      });
      states.onAnnounced((changed) => notices.announce(changed));
      notices.start();
      this.notices = notices;
    }
    const caughtUp = async (from: Source): Promise<void> => {
      const { head } = await feedOf(from, log, rpc)(0, 1);
      if (!(await this.applied.wait({ [from]: head }, catchUpMs))) throw unavailable();
    };
    const hasRead = (from: Source): boolean => this.rights.wasConfirmed(from);
    const newestOf = async (from: Source): Promise<Envelope | undefined> => {
      const feed = feedOf(from, log, rpc);
      const { head } = await feed(0, 1);
      return (await feed(Math.max(0, head - 1), 1)).envelopes[0];
    };
    const service: PolicyService = { commands: this.commands, database, rpc, caughtUp, hasRead, newestOf };
    this.consumers = consumersOf(definition, service, leads).map((consumer) => {
      const { source: from } = consumer;
      const feed = feedOf(from, log, rpc);
      const types = eventTypes[from];
      const onReached = ({ name, reached }: PartRunner): void => {
        if (name === viewConsumerName(from)) this.applied.note(from, reached);
      };
      const onDoubt = (inDoubt: boolean): void => {
        this.applied.forget(from);
        this.rights.doubt(from, inDoubt);
      };
      const common = { service: definition.source, database, bus, feed, types, logger };
      return new Consumer(consumer, { ...common, leads, onReached, onDoubt, ...environment.consumerTimes });
    });
    this.dueWork = (definition.policies ?? [])
      .filter(({ due }) => due)
      .map((policy) => new DueWork(policy, service, leads, logger));
    const { source } = definition;
    this.running.set(this.consumers);
    this.stopMeasuring = measureService({ source, database, relay, consumers: this.consumers });
    // Before the consumers: events committed after they read the feed to its head are delivered to
    // them.
    await relay.start();
    // Other services may start later: catching up retries in the background, and readiness reports
    // it.
    const ended = (failure: unknown): void => logger.fatal({ err: failure }, 'consumer ended');
    for (const consumer of this.consumers) {
      const asked = performance.now();
      consumer.start().then(() => this.rights.confirm(consumer.definition.source, asked), ended);
    }
    for (const work of this.dueWork) work.start(environment.dueMs);
    const watching = this.watchHeads(bus, logger);
    // A bus in this process connects at once; a broker may be away, so it is retried in the
    // background.
    if (bus.durable) watching.catch((failure: unknown) => logger.error({ err: failure }, 'heads of logs not watched'));
    else await watching;
    this.cleaner = new Cleaner(database, leads, logger);
    this.cleaner.start();
  }

  private async watchHeads(bus: Bus, logger: Logger): Promise<void> {
    const stop = await bus.watchHeads((head) => this.noteHead(head, logger));
    if (this.ended) await stop();
    else this.stopWatching = stop;
  }

  private noteHead(head: Head, logger: Logger): void {
    // If the database is away, the known rights are not trusted either.
    this.rights.noteAnnounced(head).catch((failure: unknown) => logger.warn({ err: failure }, 'rights not refreshed'));
    for (const consumer of this.consumers)
      if (consumer.definition.source === head.source) consumer.noteAnnounced(head.position);
  }

  async onApplicationShutdown(): Promise<void> {
    this.ended = true;
    this.stopMeasuring?.();
    await this.stopWatching?.();
    await Promise.all([...this.dueWork, ...this.consumers].map((worker) => worker.stop()));
    await this.cleaner?.stop();
    await this.log.drain();
    await this.relay?.stop();
    await this.notices?.stop();
    await this.database.close();
  }
}

/**
 * The Nest module of a service: its own controllers and providers on the kernel's log, consumers,
 * relay and RPC edge.
 */
@Module({})
export class ServiceModule {
  static register(definition: ServiceDefinition, environment: ServiceEnvironment): DynamicModule {
    const { logger } = environment;
    return {
      module: ServiceModule,
      global: true,
      controllers: [kernelControllerOf(definition.source), ...definition.controllers],
      providers: [
        { provide: 'definition', useValue: definition },
        { provide: 'environment', useValue: environment },
        { provide: 'opened', useFactory: () => openMigrated(definition, environment) },
        { provide: Database, useFactory: (opened: Opened) => opened.database, inject: ['opened'] },
        { provide: EventLog, useFactory: (opened: Opened) => opened.log, inject: ['opened'] },
        {
          provide: Commands,
          useFactory: (log: EventLog) => new Commands(log, barrierOf(definition.source, environment)),
          inject: [EventLog],
        },
        {
          provide: AppliedPositions,
          useFactory: (database: Database) => new AppliedPositions(foreignSources(definition), database),
          inject: [Database],
        },
        {
          provide: Rights,
          useFactory: (applied: AppliedPositions) => new Rights(foreignSources(definition), applied),
          inject: [AppliedPositions],
        },
        {
          provide: APP_GUARD,
          useFactory: (applied: AppliedPositions) => new PositionsGuard(applied),
          inject: [AppliedPositions],
        },
        {
          provide: StateChanges,
          useFactory: () => new StateChanges(definition.liveState ?? (() => Promise.resolve([])), logger),
        },
        { provide: RpcClient, useValue: environment.rpc },
        { provide: APP_FILTER, useFactory: () => new ServiceFilter(logger) },
        RunningConsumers,
        ServiceLife,
        ...definition.providers,
      ],
    };
  }
}

type Opened = Awaited<ReturnType<typeof openService>>;

async function openMigrated(definition: ServiceDefinition, environment: ServiceEnvironment): Promise<Opened> {
  if (environment.severalProcesses) return openOnceMigrated(definition, environment);
  const opened = await openService(definition, environment);
  await migrate(opened.database);
  return opened;
}

/**
 * Several processes would migrate concurrently, so a job does it first; wait for it and for the
 * database.
 */
async function openOnceMigrated(definition: ServiceDefinition, environment: ServiceEnvironment): Promise<Opened> {
  for (;;) {
    let opened: Opened | undefined;
    try {
      opened = await openService(definition, environment);
      if (!(await opened.database.dataSource.showMigrations())) return opened;
      environment.logger.warn('waiting for the job that migrates the database');
    } catch (failure) {
      environment.logger.warn({ err: failure }, 'waiting for the database');
    }
    await opened?.database.close().catch(() => undefined);
    await delay(retryMs);
  }
}
