import type { Fault } from '@parlour/contracts/errors';
import { messages } from '@parlour/contracts/messages';

/** Why a move may not be made, with the code that all of them share. */
export function invalidMove(text: string): { readonly fault: Fault } {
  return { fault: { code: 'move.invalid', text } };
}

/** What came is no move of this game at all. */
export const malformedMove = invalidMove(messages.moveMalformed);

/** The position has been won or drawn already. */
export const gameNotInProgress: { readonly fault: Fault } = {
  fault: { code: 'move.notInProgress', text: messages.moveNotInProgress },
};

/**
 * The whole number that stands in a field of what came from anywhere, undefined where there is
 * none: inherited fields do not count, and strings are not read as numbers. Any size: ranges are
 * for the rules.
 */
export function wholeNumber(given: unknown, field: string): number | undefined {
  if (typeof given !== 'object' || given === null || Array.isArray(given) || !Object.hasOwn(given, field))
    return undefined;
  // An own field of an object, which the line above has made sure of; its type is still unknown.
  const value = (given as Record<string, unknown>)[field];
  // JSON knows a negative zero, which is no other slot than zero.
  return Number.isInteger(value) ? Number(value) + 0 : undefined;
}
