import { v7 as uuidv7 } from 'uuid';
import { type Actor, type AnyEvent, operator, type Positions, type Source } from '@parlour/contracts/envelope';
import { DomainError, type Fault, isUnserved } from '@parlour/contracts/errors';
import { messages } from '@parlour/contracts/messages';
import type { CallContext, RpcName } from '@parlour/contracts/rpc';
import { asRefusal } from '../database/failures.ts';
import { CommandLoader, noEvents, type LoadedStream, type StoredReply } from './command-loader.ts';
import { decideOn, type Decider, fold } from './decider.ts';
import { commandConflicts, commands } from '../metrics/metrics.ts';
import { upcast } from './event-catalogue.ts';
import { activeTraceparent } from '../tracing/request-context.ts';
import { refusalOf, tracing } from '../tracing/tracing.ts';
import type { EventLog } from './event-log.ts';
import type { Append, CommandKey, Reservation } from './append.ts';
import { answersOf, type Reply } from './reply.ts';

/**
 * Another stream whose state a decision reads; if it gets an event before the append, the decision
 * is made again.
 */
export interface Guard<State> {
  readonly streamId: string;
  readonly decider: {
    readonly initial: State;
    readonly snapshots?: readonly string[] | 'all';
    /**
     * A method, so that guards with different states fit into one list: each folds only its own
     * stream.
     */
    evolve(state: State, event: AnyEvent, version: number): State;
  };
}

/** The input for building a command, once its streams are loaded. */
export interface Facts<Guarded extends readonly unknown[] = readonly []> {
  /**
   * The database clock at loading, or the time that the origin gives; ISO-8601 with milliseconds.
   */
  readonly now: string;
  /** The guards' states, in order. */
  readonly guards: Guarded;
}

/** The guards that have these states, in order. */
export type GuardsOf<Guarded extends readonly unknown[]> = {
  readonly [Place in keyof Guarded]: Guard<Guarded[Place]>;
};

/** All that the kernel needs to decide a command, store it once, and answer. */
export interface CommandSpec<
  State,
  Command,
  Event extends AnyEvent,
  Answer extends object,
  Guarded extends readonly unknown[] = readonly [],
> {
  readonly streamId: string;
  /** The key by which events are ordered, such as the question's or the user's id. */
  readonly orderingKey: string;
  readonly decider: Decider<State, Command, Event>;
  readonly command: (facts: Facts<Guarded>) => Command;
  readonly guards?: GuardsOf<Guarded>;
  /** Others whose accounts must not be deleted, like the actor's: it puts them on a list. */
  readonly people?: readonly string[];
  /** Names that must be free or reserved for this owner, each with the error when they are not. */
  readonly reservations?: readonly (Reservation & { readonly fault: Fault })[];
  readonly reply: Reply<Answer>;
  /**
   * Services that must have applied the events before the command is answered, because it revokes a
   * right; if another command has just revoked it, that one's events.
   */
  readonly revokes?: readonly Source[];
  /** False if the reply holds something that must not be stored. */
  readonly keepReply?: boolean;
}

/** The actor of a command, and the key under which it runs once. */
export interface CommandOrigin {
  /** The name of the call, `<service>.<action>`; not the path of the gateway's route. */
  readonly route: string;
  readonly actor: Actor | null;
  readonly commandId: string;
  readonly correlationId: string;
  readonly causationId: string | null;
  readonly key: CommandKey | null;
  /** When it happened, ISO-8601 with milliseconds; absent for the database clock. */
  readonly occurredAt?: string;
}

/** A reply with the positions that a reader needs to see its effect. */
export class Outcome<Answer extends object> {
  constructor(
    readonly reply: Answer,
    readonly positions: Positions,
  ) {}
}

/**
 * Resolves once these services have applied this service's log up to a position, or after 2.5
 * seconds if one is away: a revoked right must not outlive its answer.
 */
export type Barrier = (services: readonly Source[], position: number) => Promise<void>;

/**
 * How often a command is decided because its streams moved, before the caller gets a conflict. In a
 * process the decisions on a stream take turns, so each of n processes loses at most n - 1 of n
 * times: with ten of them, one command in 40,000 gets there. One that always finds its streams
 * moved is given up within a second.
 */
const attempts = 100;

/**
 * Carries a command out: loads and folds its streams outside any lock, decides, appends; all of it
 * again if a stream moved (got an event) meanwhile. A command that was given before under its key
 * answers the stored reply and changes nothing.
 * Source: docs/design/architecture.md#appending; docs/design/architecture.md#commands-happen-once.
 */
export class Commands {
  private readonly loader: CommandLoader;
  /** By stream, the last of the commands that are decided again. */
  private readonly turns = new Map<string, Promise<unknown>>();

  constructor(
    private readonly log: EventLog,
    private readonly barrier: Barrier = () => Promise.resolve(),
  ) {
    this.loader = new CommandLoader(log.database);
  }

  /**
   * @throws {DomainError} the decider's refusal; `command.conflict` after a hundred moves;
   * `command.keyReused`; `service.unavailable` when the outcome is unknown or the database is away
   */
  async execute<
    State,
    Command,
    Event extends AnyEvent,
    Answer extends object,
    const Guarded extends readonly unknown[],
  >(origin: CommandOrigin, spec: CommandSpec<State, Command, Event, Answer, Guarded>): Promise<Outcome<Answer>> {
    const { source: service } = this.log;
    const { route, correlationId: requestId } = origin;
    const parent = activeTraceparent();
    const span = tracing.open?.({ name: `command ${route}`, kind: 'internal', requestId, parent });
    const traceparent = span ? span.traceparent : parent;
    try {
      for (let attempt = 0; attempt < attempts; attempt++) {
        const decide = () => this.attempt(origin, spec, traceparent);
        const outcome = await (attempt === 0 ? decide() : this.inTurn(spec.streamId, decide));
        if (outcome) {
          span?.end({ 'parlour.attempts': attempt + 1 });
          commands.inc({ service, outcome: 'accepted' });
          return outcome;
        }
        commandConflicts.inc({ service });
      }
    } catch (failure) {
      const refusal = asRefusal(failure);
      const isRefused = refusal instanceof DomainError && !isUnserved(refusal.code);
      commands.inc({ service, outcome: isRefused ? 'refused' : 'unavailable' });
      span?.end(...refusalOf(refusal instanceof DomainError ? refusal.code : undefined, failure));
      throw refusal;
    }
    commands.inc({ service, outcome: 'conflict' });
    span?.end(...refusalOf('command.conflict'));
    throw new DomainError('command.conflict', messages.conflict);
  }

  /**
   * Decisions that are made again take turns: of those at once only one is stored, so that whoever
   * presses a button twenty times would get conflicts, though each press has its effect.
   */
  private inTurn<Result>(streamId: string, decide: () => Promise<Result>): Promise<Result> {
    const mine = (this.turns.get(streamId) ?? Promise.resolve()).then(decide);
    const ended: Promise<unknown> = mine
      .catch(() => undefined)
      .then(() => this.turns.get(streamId) === ended && this.turns.delete(streamId));
    this.turns.set(streamId, ended);
    return mine;
  }

  private async attempt<
    State,
    Command,
    Event extends AnyEvent,
    Answer extends object,
    Guarded extends readonly unknown[],
  >(
    origin: CommandOrigin,
    spec: CommandSpec<State, Command, Event, Answer, Guarded>,
    traceparent: string | undefined,
  ): Promise<Outcome<Answer> | undefined> {
    const guards: readonly Guard<unknown>[] = spec.guards ?? [];
    const wanted = [spec, ...guards].map(({ streamId, decider: { snapshots } }) => ({ streamId, snapshots }));
    const loaded = await this.loader.load(wanted, origin.key);
    if (loaded.stored) return this.storedOutcome<Answer>(loaded.stored, origin.key);
    const [own = noEvents, ...others] = loaded.streams.map(({ skipped, events }): LoadedStream => {
      return { skipped, events: events.map((event) => upcast(this.log.types, event)) };
    });
    const guarded = guards.map((guard, index) => ({ ...guard, stream: others[index] ?? noEvents }));
    const now = origin.occurredAt ?? loaded.now;
    const states = guarded.map(({ decider, stream }) => fold(decider, stream.events, stream.skipped));
    const command = spec.command({ now, guards: states as readonly unknown[] as Guarded }); // of spec.guards, in order
    const known = own.events as readonly AnyEvent[] as readonly Event[]; // a stream holds its decider's events
    const state = fold<State, Event>(spec.decider, known, own.skipped);
    const events = decideOn(spec.decider, command, state, own.events.length);
    const key = spec.keepReply === false ? null : origin.key;
    if (events.length === 0 && !key) {
      await this.barrier(spec.revokes ?? [], loaded.head.position);
      const [answer] = await answersOf(this.log.database, [spec.reply]);
      // Somebody else has just removed what it answers with, so the decision is an old one.
      return answer && new Outcome(answer as Answer, {}); // of spec.reply
    }
    const append: Append = {
      streamId: spec.streamId,
      version: versionOf(own),
      guards: guarded.map(({ streamId, stream }) => ({ streamId, version: versionOf(stream) })),
      orderingKey: spec.orderingKey,
      events,
      meta: {
        commandId: origin.commandId,
        actor: origin.actor?.id ?? null,
        correlationId: origin.correlationId,
        causationId: origin.causationId,
        ...(traceparent !== undefined && { traceparent }),
      },
      // The operator is not a user, so no name is stored.
      actor: origin.actor?.id === operator.id ? null : origin.actor,
      people: spec.people ?? [],
      reservations: spec.reservations ?? [],
      key,
      reply: spec.reply,
      occurredAt: now,
      loadedAt: loaded.head,
    };
    const outcome = await this.log.append(append);
    if (outcome.status === 'stored') {
      await this.barrier(spec.revokes ?? [], outcome.position);
      return new Outcome(outcome.reply as Answer, { [this.log.source]: outcome.position }); // of spec.reply
    }
    if (outcome.status === 'taken') {
      const { scope, key: name } = outcome;
      const fault = spec.reservations?.find((asked) => asked.scope === scope && asked.key === name)?.fault;
      throw new DomainError(fault?.code ?? 'command.conflict', fault?.text ?? messages.conflict);
    }
    return undefined;
  }

  /** The outcome of a command that was carried out before under its key. */
  private storedOutcome<Answer extends object>(stored: StoredReply, key: CommandKey | null): Outcome<Answer> {
    if (stored.bodyHash !== key?.bodyHash) throw new DomainError('command.keyReused', messages.keyReused);
    return new Outcome(stored.reply as Answer, { [this.log.source]: stored.position }); // stored by the same route
  }
}

/** The version of a stream's last event; 0 for none. */
function versionOf({ skipped, events }: LoadedStream): number {
  return skipped + events.length;
}

/** The origin of a command that came by this call. */
export function originOf(
  { name: route, context }: { readonly name: RpcName; readonly context: CallContext },
  commandId = uuidv7(),
): CommandOrigin {
  const key = context.idempotency && context.actor ? { ...context.idempotency, actor: context.actor.id, route } : null;
  return {
    route,
    actor: context.actor,
    commandId,
    correlationId: context.requestId,
    causationId: null,
    key,
    ...(context.occurredAt !== undefined && { occurredAt: context.occurredAt }),
  };
}

/**
 * The origin of an operator's command, on the server if there is no actor. Without a key: repeating
 * one of these changes nothing.
 */
export function operatorOrigin(route: `operator.${string}`, actor: Actor | null = null): CommandOrigin {
  const commandId = uuidv7();
  return { route, actor: actor ?? operator, commandId, correlationId: commandId, causationId: null, key: null };
}
