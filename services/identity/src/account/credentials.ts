import { Column, Entity, PrimaryColumn } from 'typeorm';
import { canonicalName } from '@parlour/contracts/checks';
import type { SessionGrant } from '@parlour/contracts/identity';
import { statement, type Tx } from '@parlour/kernel/database/database';
import type { Reservation } from '@parlour/kernel/log/event-log';
import { markEnding } from '../session/session-endings.ts';
import { type NewSession, startSessions } from '../session/session-rows.ts';

/** What proves who somebody is: changed in place, no fold of any log, for a hash is in no event. */
@Entity('credentials')
export class CredentialRow {
  @PrimaryColumn('text', { name: 'user_id', primaryKeyConstraintName: 'credentials_pkey' })
  userId!: string;

  @Column('text', { name: 'password_hash' })
  passwordHash!: string;

  @Column('timestamptz', { name: 'changed_at', default: () => 'now()' })
  changedAt!: Date;

  /** As in the read model; here whoever signs in at the moment of the suspension finds it, for he locks this row. */
  @Column('boolean', { default: false })
  suspended!: boolean;
}

/** Whose password it is, and its hash. */
export interface Credential {
  readonly userId: string;
  readonly passwordHash: string;
  readonly suspended: boolean;
}

interface CredentialColumns {
  user_id: string;
  password_hash: string;
  suspended: boolean;
}

const add = statement(
  'credentials.add',
  `insert into credentials (user_id, password_hash)
   select user_id, password_hash from unnest($1::text[], $2::text[]) as c(user_id, password_hash)`,
);

/** What a new account needs besides its event. */
export interface NewAccount {
  readonly passwordHash: string;
  readonly session: NewSession;
}

/**
 * Writes the credentials and the first sessions of accounts, and answers their grants. It runs where the kernel reads replies: in the append's own
 * transaction, after the people are in the read model, and only for the commands that are stored. So event, credentials and session come to be
 * together or not at all, and the hash is in none of the things that the kernel keeps. Only for commands that always make an event and whose reply
 * is not kept: then this runs in exactly one transaction that commits.
 */
export async function openAccounts(tx: Tx, accounts: readonly NewAccount[]): Promise<SessionGrant[]> {
  await tx.query(add, [
    accounts.map((account) => account.session.userId),
    accounts.map((account) => account.passwordHash),
  ]);
  return startSessions(
    tx,
    accounts.map((account) => account.session),
  );
}

const byName = statement(
  'credentials.byName',
  `select c.user_id, c.password_hash, c.suspended from users u join credentials c on c.user_id = u.id where u.canonical_name = $1`,
);

/** The credential of the account of this name, if there is one. */
export async function findCredential(tx: Tx, username: string): Promise<Credential | undefined> {
  return credentialOf(await tx.query<CredentialColumns>(byName, [canonicalName(username)]));
}

const bySignup = statement(
  'credentials.bySignup',
  `select c.user_id, c.password_hash, c.suspended
     from reservations r
     join events e on e.stream_id = 'user/' || r.owner and e.version = 1 and e.meta ->> 'commandId' = $3
     join credentials c on c.user_id = r.owner
    where r.scope = $1 and r.key = $2 and r.expires_at is null`,
);

/** The credential of the account that has this name, if it was made by this very signup. */
export async function findCredentialOfSignup(
  tx: Tx,
  name: Reservation,
  commandId: string,
): Promise<Credential | undefined> {
  return credentialOf(await tx.query<CredentialColumns>(bySignup, [name.scope, name.key, commandId]));
}

function credentialOf([row]: readonly CredentialColumns[]): Credential | undefined {
  return row && { userId: row.user_id, passwordHash: row.password_hash, suspended: row.suspended };
}

/** Another password, chosen in a session that goes on while all others of its owner end; or by the operator, when none goes on. */
export interface NewPassword {
  readonly userId: string;
  readonly passwordHash: string;
  readonly sessionId: string | null;
}

const replace = statement(
  'credentials.replace',
  `update credentials c set password_hash = n.password_hash, changed_at = now()
     from unnest($1::text[], $2::text[]) as n(user_id, password_hash) where c.user_id = n.user_id`,
);

const authenticate = statement(
  'sessions.authenticate',
  'update sessions set authenticated_at = clock_timestamp() where id = any($1::text[])',
);

/**
 * Puts new passwords in place of the old ones and ends the sessions of the old ones; within the append's own transaction, as `openAccounts`. In this
 * order: whoever signs in by the old password at this moment is ended with the others, or finds it changed.
 */
export async function replacePasswords(
  tx: Tx,
  passwords: readonly NewPassword[],
): Promise<readonly { readonly done: true }[]> {
  await tx.query(replace, [passwords.map(({ userId }) => userId), passwords.map(({ passwordHash }) => passwordHash)]);
  await markEnding(
    tx,
    passwords.map(({ userId, sessionId }) => ({ userId, except: sessionId, reason: 'passwordReset' })),
  );
  await tx.query(authenticate, [passwords.map(({ sessionId }) => sessionId)]);
  return passwords.map(() => ({ done: true }));
}
