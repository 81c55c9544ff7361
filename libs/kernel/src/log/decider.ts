import type { AnyEvent } from '@parlour/contracts/envelope';

/**
 * Rules of one kind of stream as pure functions: no clock, no ids, no I/O. A stream may have
 * several, as for asking a question and for editing it. `decide` throws a DomainError or returns
 * the events that the command makes of the state, none if nothing changes. `evolve` applies one
 * event and never throws, because a stored event is a fact.
 */
export interface Decider<State, Command, Event extends AnyEvent> {
  readonly initial: State;
  readonly decide: (command: Command, state: State) => readonly Event[];
  readonly evolve: (state: State, event: Event) => State;
}

/** The state after events, in order. */
export function fold<State, Event extends AnyEvent>(
  decider: Pick<Decider<State, never, Event>, 'initial' | 'evolve'>,
  events: readonly Event[],
): State {
  return events.reduce((state, event) => decider.evolve(state, event), decider.initial);
}

/**
 * The rules of a stream that holds one decision, such as a new post: a repeated command changes
 * nothing.
 */
export function once<Command, Event extends AnyEvent>(
  decide: (command: Command) => readonly Event[],
): Decider<boolean, Command, Event> {
  return { initial: false, decide: (command, isDecided) => (isDecided ? [] : decide(command)), evolve: () => true };
}
