import { createHash } from 'node:crypto';
import type { SessionGrant } from '@parlour/contracts/identity/identity';
import { statement, type Tx } from '@parlour/kernel/database/database';
import type { Reservation } from '@parlour/kernel/log/append';
import { type NewSession, startSessions } from '../../session/session.queries.ts';

/** Each Google subject has one account here; the subject is only stored as a hash. */
export function subjectReservation(subject: string, userId: string): Reservation {
  const key = createHash('sha256').update(`google ${subject}`).digest('base64url');
  return { scope: 'google-subject', key, owner: userId };
}

const owner = statement(
  'googleAccounts.owner',
  'select owner from reservations where scope = $1 and key = $2 and expires_at is null',
);

/** The account of a Google subject, if there is one. */
export async function findGoogleAccount(tx: Tx, subject: string): Promise<string | undefined> {
  const { scope, key } = subjectReservation(subject, '');
  const [row] = await tx.query<{ owner: string }>(owner, [scope, key]);
  return row?.owner;
}

const changeEmail = statement(
  'googleAccounts.email',
  'update google_accounts set email = $2 where user_id = $1 and email <> $2',
);

/** Stores the current address from Google. */
export async function noteEmail(tx: Tx, userId: string, email: string): Promise<void> {
  await tx.query(changeEmail, [userId, email]);
}

const useToken = statement(
  'googleAccounts.useToken',
  `insert into reservations (scope, key, owner, expires_at) values ('google-token', $1, $2, $3)
   on conflict (scope, key) do update set expires_at = excluded.expires_at where reservations.owner = excluded.owner
   returning owner`,
);

/**
 * Redeems a token: false if it was already redeemed, except by retries of the same request. The row
 * is deleted once the token has expired.
 */
export async function useGoogleToken(tx: Tx, tokenHash: string, by: string, expiresAt: Date): Promise<boolean> {
  return (await tx.query(useToken, [tokenHash, by, expiresAt])).length === 1;
}

/** The data of a new Google account that is not in its event. */
export interface NewGoogleAccount {
  readonly email: string;
  readonly session: NewSession;
}

const add = statement(
  'googleAccounts.add',
  'insert into google_accounts (user_id, email) select * from unnest($1::text[], $2::text[])',
);

/**
 * Inserts Google accounts and their first sessions, and returns their grants; in the append's own
 * transaction, like `openAccounts`.
 */
export async function openGoogleAccounts(tx: Tx, accounts: readonly NewGoogleAccount[]): Promise<SessionGrant[]> {
  const sessions = accounts.map((account) => account.session);
  await tx.query(add, [sessions.map((session) => session.userId), accounts.map((account) => account.email)]);
  return startSessions(tx, sessions);
}
