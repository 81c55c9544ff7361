import { v5 as uuidv5 } from 'uuid';
import type { Envelope, Source } from '@parlour/contracts/envelope';
import type { Bus } from '../bus/bus.ts';
import { Consumer, type ConsumerSurroundings } from '../consumer/consumer.ts';
import { statement, type Database } from '../database/database.ts';
import type { Logger } from '../logging/logger.ts';
import type { CommandOrigin } from '../log/commands.ts';

/** Something whose time has come: a poll that expires. `id` names the cause once and for all. */
export interface Due {
  readonly id: string;
  /** ISO-8601. */
  readonly at: string;
  readonly data: object;
}

/** What a policy reacts to. */
export type Cause = { readonly kind: 'event'; readonly event: Envelope } | { readonly kind: 'due'; readonly due: Due };

/** Decides once what follows from events of several logs, or from time passing. `react` is pure; the same cause gives the same commands. */
export interface Policy<Command extends object = object> {
  readonly name: string;
  readonly sources: readonly Source[];
  react(cause: Cause): readonly Command[];
  /** What is due now, from an indexed column, `limit` at most; must no longer be answered once its commands are carried out. */
  readonly due?: (database: Database, limit: number) => Promise<readonly Due[]>;
  /** Carries one command out through the log, once per origin key. */
  readonly execute: (command: Command, origin: CommandOrigin) => Promise<unknown>;
}

/** The namespace of command ids that policies make: uuidv5 of the cause and the command's number. */
const namespace = '7a9b2b0c-6f0e-5d53-9f6e-0c6b2d5c1a44';

const dueBatch = 100;

const patience = statement('policy.patience', "select set_config('idle_in_transaction_session_timeout', '60s', true)");

/**
 * Runs a policy in the leader of its service: its commands have ids made of their cause, so an event that comes again, or a second leader,
 * carries nothing out twice. Source: architecture, "The event log and delivery", 6.
 */
export class PolicyRunner {
  private readonly consumers: readonly Consumer[];
  private timer: NodeJS.Timeout | undefined;
  private looking: Promise<void> | undefined;

  constructor(
    private readonly policy: Policy,
    private readonly database: Database,
    private readonly leads: () => boolean,
    private readonly logger: Logger,
    around: (source: Source) => Omit<ConsumerSurroundings, 'database' | 'logger'> & { readonly bus: Bus },
    private readonly lookMs = 1_000,
  ) {
    this.consumers = policy.sources.map(
      (source) =>
        new Consumer(
          {
            name: `policy:${policy.name}:${source}`,
            source,
            handle: async (envelopes, tx) => {
              // The transaction waits while the commands are carried out by others.
              await tx.query(patience);
              for (const event of envelopes) await this.carryOut({ kind: 'event', event });
            },
          },
          { ...around(source), database, logger },
        ),
    );
  }

  /** Catches up with the events, then looks each second at what is due. */
  async start(): Promise<void> {
    await Promise.all(this.consumers.map((consumer) => consumer.start()));
    if (this.policy.due) this.timer = setInterval(() => void this.look(), this.lookMs);
  }

  /** Finishes what it is carrying out. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.looking;
    await Promise.all(this.consumers.map((consumer) => consumer.stop()));
  }

  /** Looks at once at what is due. */
  look(): Promise<void> {
    this.looking ??= this.lookNow()
      .catch((failure: unknown) => this.logger.warn({ err: failure, policy: this.policy.name }, 'due times wait'))
      .finally(() => {
        this.looking = undefined;
      });
    return this.looking;
  }

  private async lookNow(): Promise<void> {
    if (!this.leads() || !this.policy.due) return;
    for (const due of await this.policy.due(this.database, dueBatch)) await this.carryOut({ kind: 'due', due });
  }

  private async carryOut(cause: Cause): Promise<void> {
    const causeId = cause.kind === 'event' ? cause.event.eventId : cause.due.id;
    const correlationId = cause.kind === 'event' ? cause.event.meta.correlationId : cause.due.id;
    for (const [index, command] of this.policy.react(cause).entries()) {
      const commandId = uuidv5(`${this.policy.name} ${causeId} ${index}`, namespace);
      await this.policy.execute(command, {
        route: `policy:${this.policy.name}`,
        actor: null,
        commandId,
        correlationId,
        causationId: causeId,
        key: { actor: 'policy', route: this.policy.name, key: commandId, bodyHash: '' },
      });
    }
  }
}
