import { DomainError } from '@parlour/contracts/errors';
import { messages } from '@parlour/contracts/messages';

/** Writes the cursor of a list by name. */
export function formatNameCursor(name: string): string {
  return Buffer.from(name).toString('base64url');
}

/**
 * Parses the cursor of a list by name; a blank, which sorts before all names, is the beginning.
 * @throws {DomainError} `request.invalid` for an invalid cursor
 */
export function parseNameCursor(text: string | undefined): string {
  if (text === undefined) return '';
  const name = Buffer.from(text, 'base64url').toString();
  if (name === '' || name.includes('\0') || formatNameCursor(name) !== text) {
    throw new DomainError('request.invalid', messages.requestInvalid);
  }
  return name;
}
