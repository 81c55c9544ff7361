import { expect } from '@jest/globals';
import type { AnyEvent } from '@parlour/contracts/envelope';
import { DomainError, type ErrorCode } from '@parlour/contracts/errors';
import { type Decider, fold } from '../log/decider.ts';

/** The end of a decider's test: the expected outcome. */
export interface Then<Event extends AnyEvent> {
  /** Expects these events, complete and in this order. */
  then(...events: readonly Event[]): void;
  /** Expects this error code; with this text, if it matters. */
  thenRefused(code: ErrorCode, text?: string): void;
  /** Expects no error and no events. */
  thenNothing(): void;
}

/**
 * `given(decider, events).when(command).then(events)`: a decider's test in one sentence; whole
 * events are compared.
 */
export function given<State, Command, Event extends AnyEvent>(
  decider: Decider<State, Command, Event>,
  events: readonly Event[] = [],
): { when(command: Command): Then<Event> } {
  const decide = (command: Command): readonly Event[] =>
    decider.decide(command, deepFreeze(fold<State, Event>(decider, events)));
  return {
    when: (command) => ({
      then: (...expected) => expect(decide(command)).toEqual(expected),
      thenNothing: () => expect(decide(command)).toEqual([]),
      thenRefused: (code, text) => {
        let made: readonly Event[] | undefined;
        try {
          made = decide(command);
        } catch (refusal) {
          if (!(refusal instanceof DomainError)) throw refusal;
          expect({ code: refusal.code, text: refusal.message }).toEqual({ code, text: text ?? refusal.message });
          return;
        }
        throw new Error(`not refused with ${code}, but decided: ${JSON.stringify(made)}`);
      },
    }),
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
