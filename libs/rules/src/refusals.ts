import type { Fault } from '@parlour/contracts/errors';
import { messages } from '@parlour/contracts/messages';

/** The fault of an invalid move; all of them share one code. */
export function invalidMove(text: string): { readonly fault: Fault } {
  return { fault: { code: 'move.invalid', text } };
}

/** The input does not have the shape of a move of this game. */
export const malformedMove = invalidMove(messages.moveMalformed);

/** The game is already won or drawn. */
export const gameNotInProgress: { readonly fault: Fault } = {
  fault: { code: 'move.notInProgress', text: messages.moveNotInProgress },
};

/**
 * Reads a whole number from a field of untrusted input, or undefined: inherited fields do not
 * count, and strings are not converted. Any size is accepted; the rules check ranges.
 */
export function wholeNumber(given: unknown, field: string): number | undefined {
  if (typeof given !== 'object' || given === null || Array.isArray(given) || !Object.hasOwn(given, field))
    return undefined;
  // The line above has checked for an object with this own field; its type is still unknown.
  const value = (given as Record<string, unknown>)[field];
  // JSON allows negative zero, which must mean slot zero.
  return Number.isInteger(value) ? Number(value) + 0 : undefined;
}
