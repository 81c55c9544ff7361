import { DomainError, type Fault } from '@parlour/contracts/errors';
import { messages } from '@parlour/contracts/messages';
import { statement, type Tx } from '@parlour/kernel/database/database';
import type { Reservation } from '@parlour/kernel/log/append';

const fresh = statement('firstAccount.isFresh', 'select 1 as one from head where position = 0');

const overtaken: Fault = { code: 'command.conflict', text: messages.conflict };

/** The part of a registration that makes an account the first. */
export interface Firstness {
  readonly isFirst: boolean;
  readonly reservations: readonly (Reservation & { readonly fault: Fault })[];
}

const notFirst: Firstness = { isFirst: false, reservations: [] };

/** Whether nothing was ever stored here: the next account is the first. */
export async function isFresh(tx: Tx): Promise<boolean> {
  return (await tx.query(fresh)).length > 0;
}

/**
 * Registers an account, as the first one if nothing was ever stored here. The append reserves being
 * the first, so of several at once only one is; the others register as everybody else. Source:
 * decisions O-4.
 */
export async function registerPerhapsFirst<Result>(
  tx: Tx,
  userId: string,
  register: (firstness: Firstness) => Promise<Result>,
): Promise<Result> {
  if (!(await isFresh(tx))) return register(notFirst);
  const reservation = { scope: 'operator', key: 'first', owner: userId, fault: overtaken };
  try {
    return await register({ isFirst: true, reservations: [reservation] });
  } catch (failure) {
    if (failure instanceof DomainError && failure.code === overtaken.code) return register(notFirst);
    throw failure;
  }
}
