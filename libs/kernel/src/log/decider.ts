import type { AnyEvent } from '@parlour/contracts/envelope';
import { DomainError } from '@parlour/contracts/errors';
import { limits } from '@parlour/contracts/limits';
import { messages } from '@parlour/contracts/messages';

/** How the state of a stream follows from its events. */
export interface Folding<State, Event extends AnyEvent> {
  readonly initial: State;
  /** The version is the event's place in its stream, from 1. */
  readonly evolve: (state: State, event: Event, version: number) => State;
  /**
   * Types of events that tell the whole state, or `all`: what came before the newest of them is not
   * loaded. Whatever can be changed back and forth without end needs them.
   */
  readonly snapshots?: readonly Event['type'][] | 'all';
}

/**
 * Rules of one kind of stream as pure functions: no clock, no ids, no I/O. A stream may have
 * several, as for asking a question and for editing it. `decide` throws a DomainError or returns
 * the events that the command makes of the state, none if nothing changes. `evolve` applies one
 * event and never throws, because a stored event is a fact.
 */
export interface Decider<State, Command, Event extends AnyEvent> extends Folding<State, Event> {
  readonly decide: (command: Command, state: State) => readonly Event[];
  /**
   * How many events a stream takes, of those that are loaded; absent for `limits.streamEvents`.
   * Fewer for a command by which one person could use up what others need to answer it.
   */
  readonly longest?: number | ((command: Command) => number);
  /**
   * Whether a command is carried out on a longer stream too, as those must be that end or protect
   * something. Each must be bounded by others that are not.
   */
  readonly always?: (command: Command, state: State) => boolean;
}

/** The state after events, in order; `skipped` events before them were not loaded. */
export function fold<State, Event extends AnyEvent>(
  { initial, evolve }: Pick<Folding<State, Event>, 'initial' | 'evolve'>,
  events: readonly Event[],
  skipped = 0,
): State {
  return events.reduce((state, event, index) => evolve(state, event, skipped + index + 1), initial);
}

/**
 * What a decider decides about a stream of which so many events are loaded.
 * @throws {DomainError} the decider's refusal; `changes.full`
 */
export function decideOn<State, Command, Event extends AnyEvent>(
  { decide, longest = limits.streamEvents, always }: Decider<State, Command, Event>,
  command: Command,
  state: State,
  length: number,
): readonly Event[] {
  const events = decide(command, state);
  const most = typeof longest === 'function' ? longest(command) : longest;
  if (length < most || events.length === 0 || always?.(command, state)) return events;
  throw new DomainError('changes.full', messages.changesFull);
}

/**
 * The rules of a stream that holds one decision, such as a new post: a repeated command changes
 * nothing.
 */
export function once<Command, Event extends AnyEvent>(
  decide: (command: Command) => readonly Event[],
): Decider<boolean, Command, Event> {
  return {
    initial: false,
    // Others may have written more of it, such as later versions of the post.
    snapshots: 'all',
    decide: (command, isDecided) => (isDecided ? [] : decide(command)),
    evolve: () => true,
  };
}
