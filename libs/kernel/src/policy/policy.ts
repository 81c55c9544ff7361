import { v5 as uuidv5 } from 'uuid';
import type { Envelope, Source } from '@parlour/contracts/envelope';
import type { Bus } from '../bus/bus.ts';
import { viewConsumerName } from '../consumer/applied-positions.ts';
import { Consumer, type ConsumerDefinition, type ConsumerDependencies } from '../consumer/consumer.ts';
import type { Database } from '../database/database.ts';
import type { Logger } from '../logging/logger.ts';
import type { CommandOrigin } from '../log/commands.ts';

/** Something that is due: a poll that expires. `id` identifies the cause for good. */
export interface Due {
  readonly id: string;
  /** ISO-8601. */
  readonly at: string;
  readonly data: object;
}

/** A cause that a policy reacts to. */
export type Cause = { readonly kind: 'event'; readonly event: Envelope } | { readonly kind: 'due'; readonly due: Due };

/**
 * Decides once what follows from events of several logs, or from time passing. `react` is pure: the
 * same cause gives the same commands.
 */
export interface Policy<Command extends object = object> {
  readonly name: string;
  readonly sources: readonly Source[];
  /**
   * Sources whose read models `execute` reads: an event is decided once they hold it, and is parked
   * when it is parked there.
   */
  readonly reads?: readonly Source[];
  react(cause: Cause): readonly Command[];
  /**
   * Causes that are due now, by an indexed column, at most `limit`; must no longer include one
   * whose commands were carried out.
   */
  readonly due?: (database: Database, limit: number) => Promise<readonly Due[]>;
  /**
   * Carries out one command through the log, once per origin key. A method, so that policies with
   * different commands fit into one list.
   */
  execute(command: Command, origin: CommandOrigin): Promise<unknown>;
}

/** The namespace of policies' command ids: uuidv5 of the cause and the command's number. */
const namespace = '7a9b2b0c-6f0e-5d53-9f6e-0c6b2d5c1a44';

const dueBatch = 100;

/**
 * Runs a policy in the leader of its service: its commands have ids made of their cause, so an
 * event that comes again, or a second leader, carries nothing out twice. Source:
 * docs/design/architecture.md#policies.
 */
export class PolicyRunner {
  /** The consumers that deliver its causes. */
  readonly consumers: readonly Consumer[];
  private timer: NodeJS.Timeout | undefined;
  private looking: Promise<void> | undefined;
  private ended = false;

  constructor(
    private readonly policy: Policy,
    private readonly database: Database,
    private readonly leads: () => boolean,
    private readonly logger: Logger,
    dependencies: (source: Source) => Omit<ConsumerDependencies, 'database' | 'logger'> & { readonly bus: Bus },
    private readonly lookMs = 1_000,
  ) {
    this.consumers = policyConsumers(policy).map(
      (definition) =>
        new Consumer(definition, {
          ...dependencies(definition.source),
          bus: whileLeading(dependencies(definition.source).bus, leads),
          database,
          logger,
        }),
    );
  }

  /** Catches up with the events, then checks for due work every second. */
  async start(): Promise<void> {
    await Promise.all(this.consumers.map((consumer) => consumer.start()));
    if (this.policy.due && !this.ended) this.timer = setInterval(() => void this.look(), this.lookMs);
  }

  /** Notes the announced head of a log that it reads. */
  noteAnnounced(source: Source, upTo: number): void {
    // The others of its service read missed work from the feed, once they lead.
    if (!this.leads()) return;
    for (const consumer of this.consumers) if (consumer.definition.source === source) consumer.noteAnnounced(upTo);
  }

  /** Finishes the command in hand. */
  async stop(): Promise<void> {
    this.ended = true;
    clearInterval(this.timer);
    await this.looking;
    await Promise.all(this.consumers.map((consumer) => consumer.stop()));
  }

  /** Checks for due work now. */
  look(): Promise<void> {
    this.looking ??= this.lookNow()
      .catch((failure: unknown) =>
        this.logger.warn({ err: failure, policy: this.policy.name }, 'due work not read, retrying'),
      )
      .finally(() => {
        this.looking = undefined;
      });
    return this.looking;
  }

  private async lookNow(): Promise<void> {
    if (!this.leads() || !this.policy.due) return;
    for (const due of await this.policy.due(this.database, dueBatch)) {
      if (this.ended) return;
      try {
        await carryOut(this.policy, { kind: 'due', due });
      } catch (failure) {
        // A failing item must not block those that became due after it.
        this.logger.warn({ err: failure, policy: this.policy.name, due: due.id }, 'due work failed, retrying');
      }
    }
  }
}

/**
 * Ignores batches while another process leads; a new leader reads what that one missed from the
 * feed.
 */
function whileLeading(bus: Bus, leads: () => boolean): Pick<Bus, 'subscribe'> {
  return {
    subscribe: (consumer, source, handle) =>
      bus.subscribe(consumer, source, (envelopes) => (leads() ? handle(envelopes) : Promise.resolve())),
  };
}

/**
 * The consumers of a policy's events; commands are carried out before the transaction that moves
 * the checkpoint.
 */
export function policyConsumers(policy: Policy): ConsumerDefinition[] {
  return policy.sources.map((source) => ({
    name: `policy:${policy.name}:${source}`,
    source,
    ...(policy.reads?.includes(source) && { behind: viewConsumerName(source) }),
    // Not within the transaction: commands need their own connections, and several policies would
    // deadlock on the pool.
    before: async (envelopes) => {
      for (const event of envelopes) await carryOut(policy, { kind: 'event', event });
    },
    handle: () => Promise.resolve(),
  }));
}

async function carryOut(policy: Policy, cause: Cause): Promise<void> {
  const causeId = cause.kind === 'event' ? cause.event.eventId : cause.due.id;
  const { correlationId, traceparent } =
    cause.kind === 'event' ? cause.event.meta : { correlationId: cause.due.id, traceparent: undefined };
  for (const [index, command] of policy.react(cause).entries()) {
    const commandId = uuidv5(`${policy.name} ${causeId} ${index}`, namespace);
    await policy.execute(command, {
      route: `policy:${policy.name}`,
      actor: null,
      commandId,
      correlationId,
      causationId: causeId,
      ...(traceparent !== undefined && { traceparent }),
      key: { actor: 'policy', route: policy.name, key: commandId, bodyHash: '' },
    });
  }
}
