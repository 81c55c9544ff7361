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
// and sees the suspension.
const suspendPassword = statement(
  'suspension.password',
  'update credentials set suspended = $2 where user_id = any($1::text[])',
);
const suspendGoogle = statement(
  'suspension.google',
  'update google_accounts set suspended = $2 where user_id = any($1::text[])',
);

/** Suspends people in the append of their `UserSuspended`, and ends their sessions. */
export const suspendAccounts = doneAfter<string>(async (tx, userIds) => {
  for (const suspend of [suspendPassword, suspendGoogle]) await tx.query(suspend, [userIds, true]);
  await markEnding(
    tx,
    userIds.map((userId) => ({ userId, reason: 'suspended' })),
  );
});

/** Lifts suspensions in the append of their `UserRestored`. */
export const restoreAccounts = doneAfter<string>(async (tx, userIds) => {
  for (const suspend of [suspendPassword, suspendGoogle]) await tx.query(suspend, [userIds, false]);
});

const ofGoogle = statement('suspension.ofGoogle', 'select suspended from google_accounts where user_id = $1');

/** Whether a Google account is suspended. */
export async function isSuspendedAtGoogle(tx: Tx, userId: string): Promise<boolean> {
  const [row] = await tx.query<{ suspended: boolean }>(ofGoogle, [userId]);
  return row?.suspended ?? false;
}
