import { expect } from '@jest/globals';
import type { AnyEvent } from '@parlour/contracts/envelope';
import { DomainError, type ErrorCode } from '@parlour/contracts/errors';
import { decideOn, type Decider, fold } from '../log/decider.ts';

/** The end of a decider's test: the expected outcome. */
export interface Then<Event extends AnyEvent> {
  /** Expects these events, complete and in this order. */
  then(...events: readonly Event[]): void;
  /** Expects this error code; with this text, if it matters. */
  thenRefused(code: ErrorCode, text?: string): void;
  /** Expects no error and no events. */
  thenNothing(): void;
}

/** The beginning of a decider's test: the stream. */
export interface Given<Command, Event extends AnyEvent> {
  when(command: Command): Then<Event>;
  /** The same if the stream had so many events, or more than it takes. */
  whenFull(command: Command, events?: number): Then<Event>;
  /** How many of the events are loaded for a command: those from the newest snapshot on. */
  readonly loaded: number;
}

/**
 * `given(decider, events).when(command).then(events)`: a decider's test in one sentence; whole
 * events are compared.
 */
export function given<State, Command, Event extends AnyEvent>(
  decider: Decider<State, Command, Event>,
  events: readonly Event[] = [],
): Given<Command, Event> {
  const { snapshots } = decider;
  const isSnapshot = ({ type }: Event): boolean => snapshots === 'all' || snapshots?.includes(type) === true;
  const skipped = Math.max(0, events.findLastIndex(isSnapshot));
  const loaded = events.slice(skipped);
  const state = deepFreeze(fold<State, Event>(decider, loaded, skipped));
  expect(fold<State, Event>(decider, events)).toEqual(state);
  return {
    when: (command) => outcome(() => decideOn(decider, command, state, loaded.length)),
    whenFull: (command, length = Infinity) => outcome(() => decideOn(decider, command, state, length)),
    loaded: loaded.length,
  };
}

function outcome<Event extends AnyEvent>(decide: () => readonly Event[]): Then<Event> {
  return {
    then: (...expected) => expect(decide()).toEqual(expected),
    thenNothing: () => expect(decide()).toEqual([]),
    thenRefused: (code, text) => {
      let made: readonly Event[] | undefined;
      try {
        made = decide();
      } catch (refusal) {
        if (!(refusal instanceof DomainError)) throw refusal;
        expect({ code: refusal.code, text: refusal.message }).toEqual({ code, text: text ?? refusal.message });
        return;
      }
      throw new Error(`not refused with ${code}, but decided: ${JSON.stringify(made)}`);
    },
  };
}

/** A decider that mutates its state would answer differently when it decides again. */
function deepFreeze<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const part of Object.values(value)) deepFreeze(part);
  }
  return value;
}
