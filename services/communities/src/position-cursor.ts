import { DomainError } from '@parlour/contracts/errors';
import { messages } from '@parlour/contracts/messages';

/**
 * Reads where a list in the order of events goes on.
 * @throws {DomainError} `request.invalid` for a cursor that no list gave
 */
export function parsePositionCursor(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,15}$/.test(text)) throw new DomainError('request.invalid', messages.requestInvalid);
  return Number(text);
}
