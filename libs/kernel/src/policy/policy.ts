import { v5 as uuidv5 } from 'uuid';
import type { AnyEvent, Envelope, EnvelopeOf, Source } from '@parlour/contracts/envelope';
import type { ConsumerPart } from '../consumer/consumer-part.ts';
import type { Database } from '../database/database.ts';
import { isLasting } from '../database/failures.ts';
import type { Logger } from '../logging/logger.ts';
import { RepeatedFailures } from '../logging/repeated-failures.ts';
import type { CommandOrigin, Commands } from '../log/commands.ts';
import type { RpcClient } from '../rpc/calls.ts';
import { withRequestContext } from '../tracing/request-context.ts';

/** Something that is due, as a poll that expires, and its command. */
export interface Due<Command extends object = object> {
  /** Identifies the cause for good. */
  readonly id: string;
  readonly command: Command;
}

/** The commands that follow from the events of a log, by type; nothing follows from others. */
export type Reactions<Command extends object> = Readonly<Record<string, (event: Envelope) => readonly Command[]>>;

/** Reactions to the events of one log's contract. */
export function reactionsTo<Event extends AnyEvent, Command extends object>(reactions: {
  readonly [Type in Event['type']]?: (event: EnvelopeOf<Extract<Event, { readonly type: Type }>>) => readonly Command[];
}): Reactions<Command> {
  return reactions as unknown as Reactions<Command>; // each gets events of its own type only
}

/**
 * Decides once what follows from events of several logs, or from time passing. Reactions are pure:
 * the same cause gives the same commands.
 */
export interface Policy<Command extends object = object> {
  readonly name: string;
  /** By the log whose events it reacts to, once the service's views of it hold the event. */
  readonly reactions: { readonly [Log in Source]?: Reactions<Command> };
  /**
   * What is due now, by an indexed column, at most `limit`; must no longer include anything whose
   * command was carried out. Absent if nothing is ever due.
   */
  readonly due?: (database: Database, limit: number) => Promise<readonly Due<Command>[]>;
  /**
   * Carries out one command through the log, once per origin key. A method, so that policies with
   * different commands fit into one list.
   */
  execute(command: Command, origin: CommandOrigin, service: PolicyService): Promise<unknown>;
}

/** What a policy's commands need: the service's log, and its tables if one cause affects many. */
export interface PolicyService {
  readonly commands: Commands;
  readonly database: Database;
  /** Calls other services. Tools call none. */
  readonly rpc?: RpcClient;
  /**
   * Waits until this service has applied another log as far as it goes now. Tools, which run beside
   * the service, can't tell.
   * @throws {DomainError} `service.unavailable` if that takes longer than a moment
   */
  readonly caughtUp?: (source: Source) => Promise<void>;
  /**
   * Whether this process has applied another log to its head since it started. Tools can't tell
   * either.
   */
  readonly hasRead?: (source: Source) => boolean;
  /** The newest event of a log, or undefined if it is empty. Tools don't look. */
  readonly newestOf?: (source: Source) => Promise<Envelope | undefined>;
}

/** The namespace of policies' command ids: uuidv5 of the cause and the command's number. */
const namespace = '7a9b2b0c-6f0e-5d53-9f6e-0c6b2d5c1a44';

const dueBatch = 100;

/** Looks every second for what is due for a policy, in the leader of its service. */
export class DueWork {
  private timer: NodeJS.Timeout | undefined;
  private looking: Promise<void> | undefined;
  private readonly stopping = new AbortController();
  private readonly failures: RepeatedFailures;
  /** The id of what ended the last round, if something did. */
  private failed: string | undefined;

  constructor(
    private readonly policy: Policy,
    private readonly service: PolicyService,
    private readonly leads: () => boolean,
    logger: Logger,
  ) {
    this.failures = new RepeatedFailures(logger);
  }

  start(everyMs = 1_000): void {
    this.timer = setInterval(() => void this.look(), everyMs);
  }

  /** Finishes the command in hand. */
  async stop(): Promise<void> {
    this.stopping.abort();
    clearInterval(this.timer);
    await this.looking;
  }

  /** Checks for due work now. */
  look(): Promise<void> {
    this.looking ??= this.lookNow()
      .catch((failure: unknown) =>
        this.failures.warn(failure, 'due work not read, retrying', { policy: this.policy.name }),
      )
      .finally(() => {
        this.looking = undefined;
      });
    return this.looking;
  }

  private async lookNow(): Promise<void> {
    if (!this.leads() || !this.policy.due) return;
    const { signal } = this.stopping;
    const due = await this.policy.due(this.service.database, dueBatch);
    const next = due.findIndex(({ id }) => id === this.failed) + 1;
    this.failed = undefined;
    for (const { id, command } of [...due.slice(next), ...due.slice(0, next)]) {
      if (signal.aborted) return;
      try {
        await carryOut(this.policy, { id, correlationId: id }, [command], this.service);
      } catch (failure) {
        // A failing item must not block those that became due after it, but with a full disk each
        // of them fails: the next round begins behind the first that did.
        this.failures.warn(failure, 'due work failed, retrying', { policy: this.policy.name, due: id });
        if (!isLasting(failure)) {
          this.failed = id;
          return;
        }
      }
    }
  }
}

/**
 * A policy as a part of its service's consumer of a log, run by the leader only. Its commands have
 * ids made of their cause, so an event that comes again, or a second leader, carries nothing out
 * twice. Source: docs/design/architecture.md#policies.
 */
export function policyPart(policy: Policy, source: Source, service: PolicyService, leads: () => boolean): ConsumerPart {
  const reactions = policy.reactions[source] ?? {};
  return {
    name: `policy:${policy.name}:${source}`,
    handles: Object.keys(reactions),
    concerns: (event) => reactionTo(policy, event).length > 0,
    runs: leads,
    // Not within the transaction: commands need their own connections, and several policies would
    // deadlock on the pool.
    before: async (envelopes, stopping) => {
      for (const [done, event] of envelopes.entries()) {
        const commands = reactionTo(policy, event);
        if (!(await carryOut(policy, { id: event.eventId, ...event.meta }, commands, service, stopping))) return done;
      }
      return envelopes.length;
    },
    handle: () => Promise.resolve(),
  };
}

/** The commands that follow from an event. */
export function reactionTo<Command extends object>(
  policy: Pick<Policy<Command>, 'reactions'>,
  event: Envelope,
): readonly Command[] {
  const reactions = policy.reactions[event.source] ?? {};
  return Object.hasOwn(reactions, event.type) ? (reactions[event.type]?.(event) ?? []) : [];
}

/** What a policy's commands follow from. */
interface Cause {
  readonly id: string;
  readonly correlationId: string;
  readonly traceparent?: string;
}

/** Returns whether all of the commands are carried out: a stop waits only for the one in hand. */
async function carryOut(
  policy: Policy,
  { id: causeId, correlationId, traceparent }: Cause,
  commands: readonly object[],
  service: PolicyService,
  stopping?: AbortSignal,
): Promise<boolean> {
  for (const [index, command] of commands.entries()) {
    if (stopping?.aborted) return false;
    const commandId = uuidv5(`${policy.name} ${causeId} ${index}`, namespace);
    const origin: CommandOrigin = {
      route: `policy:${policy.name}`,
      actor: null,
      commandId,
      correlationId,
      causationId: causeId,
      key: { actor: 'policy', route: policy.name, key: commandId, bodyHash: '' },
    };
    await withRequestContext({ correlationId, traceparent }, () => policy.execute(command, origin, service));
  }
  return true;
}
