import { createHash } from 'node:crypto';
import type { Actor } from '@parlour/contracts/envelope';
import type { IdentityEvent } from '@parlour/contracts/identity/identity';

/** A fixed id for a name. */
export function idOf(name: string): string {
  return `01890000-0000-7000-8000-${createHash('sha1').update(name).digest('hex').slice(0, 12)}`;
}

/** A person by name, with a fixed id. */
export function personOf(name: string): Actor {
  return { id: idOf(name), name };
}

/** The event of a new account. */
export function registrationOf({ id: userId, name }: Actor): IdentityEvent {
  return { type: 'UserRegistered', data: { userId, name } };
}

/** People by name. */
export function peopleOf<const Names extends readonly string[]>(
  ...names: Names
): { -readonly [Name in keyof Names]: Actor } {
  return names.map(personOf) as { -readonly [Name in keyof Names]: Actor }; // one for each name
}
