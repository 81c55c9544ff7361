import { DomainError } from '@parlour/contracts/errors';
import { messages } from '@parlour/contracts/messages';
import { statement, type Tx } from '@parlour/kernel/database/database';
import { markEnding } from '../session/session-endings.ts';

/** The error for suspended people. */
export function accountSuspended(): DomainError {
  return new DomainError('account.suspended', messages.accountSuspended);
}

// Updated, not only locked: a concurrent sign-in has locked the row and is ended below, or waits
// and sees the suspension. A command that finds nothing to do writes too, but not if the opposite
// has happened since it was decided; the lock waits for one that is happening.
const update = (table: string): string =>
  `update ${table} a set suspended = $2 where a.user_id = $1
      and exists (select from users u where u.id = a.user_id and u.suspended = $2 for share)
   returning 1 as one`;
const suspendPassword = statement('suspension.password', update('credentials'));
const suspendGoogle = statement('suspension.google', update('google_accounts'));

/** Returns whether that changes an account. */
async function setSuspended(tx: Tx, userId: string, suspended: boolean): Promise<boolean> {
  const values = [userId, suspended];
  const changed = [...(await tx.query(suspendPassword, values)), ...(await tx.query(suspendGoogle, values))];
  return changed.length > 0;
}

/** Suspends somebody in the append of their `UserSuspended`, and ends their sessions. */
export async function suspendAccount(tx: Tx, userId: string): Promise<void> {
  if (await setSuspended(tx, userId, true)) await markEnding(tx, [{ userId, reason: 'suspended' }]);
}

/** Lifts a suspension in the append of its `UserRestored`. */
export async function restoreAccount(tx: Tx, userId: string): Promise<void> {
  await setSuspended(tx, userId, false);
}

const ofGoogle = statement('suspension.ofGoogle', 'select suspended from google_accounts where user_id = $1');

/** Whether a Google account is suspended. */
export async function isSuspendedAtGoogle(tx: Tx, userId: string): Promise<boolean> {
  const [row] = await tx.query<{ suspended: boolean }>(ofGoogle, [userId]);
  return row?.suspended ?? false;
}
