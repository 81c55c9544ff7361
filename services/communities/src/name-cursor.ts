import { DomainError } from '@parlour/contracts/errors';
import { messages } from '@parlour/contracts/messages';

/** Writes where a list by name goes on. */
export function formatNameCursor(name: string): string {
  return Buffer.from(name).toString('base64url');
}

/**
 * Reads where a list by name goes on; a blank, before all names, is its beginning.
 * @throws {DomainError} `request.invalid` for a cursor that no list gave
 */
export function parseNameCursor(text: string | undefined): string {
  if (text === undefined) return '';
  const name = Buffer.from(text, 'base64url').toString();
  if (name === '' || name.includes('\0') || formatNameCursor(name) !== text) {
    throw new DomainError('request.invalid', messages.requestInvalid);
  }
  return name;
}
