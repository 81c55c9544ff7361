import { DomainError } from '@parlour/contracts/errors';
import { messages } from '@parlour/contracts/messages';

/**
 * Parses the cursor of a list in event order.
 * @throws {DomainError} `request.invalid` for an invalid cursor
 */
export function parsePositionCursor(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,15}$/.test(text)) throw new DomainError('request.invalid', messages.requestInvalid);
  return Number(text);
}
