import { DomainError } from '@parlour/contracts/errors';
import { messages } from '@parlour/contracts/messages';
import { statement, type Tx } from '@parlour/kernel/database/database';
import { doneAfter } from '@parlour/kernel/log/done-reply';
import { markEnding } from '../session/session-endings.ts';

/** The error for suspended people. */
export function accountSuspended(): DomainError {
  return new DomainError('account.suspended', messages.accountSuspended);
}

// Updated, not only locked: a concurrent sign-in has locked the row and is ended below, or waits
// and sees the suspension. A command that finds nothing to do writes too, but not if the opposite
// has happened since it was decided; the lock waits for one that is happening.
const update = (table: string): string =>
  `update ${table} a set suspended = $2 where a.user_id = any($1::text[])
      and exists (select from users u where u.id = a.user_id and u.suspended = $2 for share)
   returning a.user_id as "userId"`;
const suspendPassword = statement('suspension.password', update('credentials'));
const suspendGoogle = statement('suspension.google', update('google_accounts'));

async function setSuspended(tx: Tx, userIds: readonly string[], suspended: boolean): Promise<{ userId: string }[]> {
  const values = [userIds, suspended];
  return [
    ...(await tx.query<{ userId: string }>(suspendPassword, values)),
    ...(await tx.query<{ userId: string }>(suspendGoogle, values)),
  ];
}

/** Suspends people in the append of their `UserSuspended`, and ends their sessions. */
export const suspendAccounts = doneAfter<string>(async (tx, userIds) => {
  const suspended = await setSuspended(tx, userIds, true);
  await markEnding(
    tx,
    suspended.map(({ userId }) => ({ userId, reason: 'suspended' })),
  );
});

/** Lifts suspensions in the append of their `UserRestored`. */
export const restoreAccounts = doneAfter<string>((tx, userIds) => setSuspended(tx, userIds, false));

const ofGoogle = statement('suspension.ofGoogle', 'select suspended from google_accounts where user_id = $1');

/** Whether a Google account is suspended. */
export async function isSuspendedAtGoogle(tx: Tx, userId: string): Promise<boolean> {
  const [row] = await tx.query<{ suspended: boolean }>(ofGoogle, [userId]);
  return row?.suspended ?? false;
}
