import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { canonicalName } from '@parlour/contracts/checks';
import type { EndedDelay, SessionGrant } from '@parlour/contracts/identity';
import { statement, type Tx } from '@parlour/kernel/database/database';
import type { Reservation } from '@parlour/kernel/log/event-log';
import { markEnding } from '../session/session-endings.ts';
import { type NewSession, startSessions } from '../session/session-rows.ts';

/** What proves who somebody is: changed in place, no fold of any log, for a hash is in no event. */
@Entity('credentials')
@Index('credentials_delay_ended_at', ['delayEndedAt'], { where: 'delay_ended_at is not null' })
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

  /** Until when the password lets somebody choose another one, and nothing else: of one that the operator gave. */
  @Column('timestamptz', { name: 'temporary_until', nullable: true })
  temporaryUntil!: Date | null;

  /** When the operator ended the delay of signing in; gateways ask for the latest. */
  @Column('timestamptz', { name: 'delay_ended_at', nullable: true })
  delayEndedAt!: Date | null;
}

/** Whose password it is, and its hash. */
export interface Credential {
  readonly userId: string;
  readonly passwordHash: string;
  readonly suspended: boolean;
  /** Whether the operator gave it, and then whether its time is over. */
  readonly temporary: 'no' | 'yes' | 'over';
}

interface CredentialColumns {
  user_id: string;
  password_hash: string;
  suspended: boolean;
  temporary: Credential['temporary'];
}

const credentialColumns = `c.user_id, c.password_hash, c.suspended,
  case when c.temporary_until is null then 'no' when c.temporary_until > now() then 'yes' else 'over' end as temporary`;

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
  `select ${credentialColumns} from users u join credentials c on c.user_id = u.id where u.canonical_name = $1`,
);

/** The credential of the account of this name, if there is one. */
export async function findCredential(tx: Tx, username: string): Promise<Credential | undefined> {
  return credentialOf(await tx.query<CredentialColumns>(byName, [canonicalName(username)]));
}

const bySignup = statement(
  'credentials.bySignup',
  `select ${credentialColumns}
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
  if (!row) return undefined;
  const { user_id: userId, password_hash: passwordHash, suspended, temporary } = row;
  return { userId, passwordHash, suspended, temporary };
}

/** Another password, given by the operator in place of one that was forgotten. */
export interface GivenPassword {
  readonly userId: string;
  readonly passwordHash: string;
}

/** Another password, chosen by whoever goes on with a new session. */
export interface ChosenPassword {
  readonly passwordHash: string;
  readonly session: NewSession;
}

const replace = statement(
  'credentials.replace',
  `update credentials c
      set password_hash = n.password_hash, changed_at = now(), temporary_until = case when $3 then now() + interval '1 day' end
     from unnest($1::text[], $2::text[]) as n(user_id, password_hash) where c.user_id = n.user_id`,
);

/**
 * Puts the operator's passwords in place of the old ones, for a day, and ends the sessions of the old ones; within the append's own transaction, as
 * `openAccounts`. In this order: whoever signs in by the old password at this moment is ended with the others, or finds it changed.
 */
export async function replacePasswords(
  tx: Tx,
  passwords: readonly GivenPassword[],
): Promise<readonly { readonly done: true }[]> {
  await replaceAll(tx, passwords, true);
  return passwords.map(() => ({ done: true }));
}

/** Puts new passwords in place of the old ones, ends all sessions of those and begins others: no token from before is good for anything. */
export async function changePasswords(tx: Tx, passwords: readonly ChosenPassword[]): Promise<SessionGrant[]> {
  const owned = passwords.map(({ passwordHash, session }) => ({ userId: session.userId, passwordHash }));
  await replaceAll(tx, owned, false);
  return startSessions(
    tx,
    passwords.map(({ session }) => session),
  );
}

async function replaceAll(tx: Tx, passwords: readonly GivenPassword[], isTemporary: boolean): Promise<void> {
  const userIds = passwords.map(({ userId }) => userId);
  await tx.query(replace, [userIds, passwords.map(({ passwordHash }) => passwordHash), isTemporary]);
  await markEnding(
    tx,
    userIds.map((userId) => ({ userId, reason: 'passwordReset' })),
  );
}

const endDelayOf = statement(
  'credentials.endDelay',
  'update credentials set delay_ended_at = clock_timestamp() where user_id = $1 returning user_id',
);

/** Lets the gateways forget the wrong passwords that were tried on an account. False where it has no password. */
export async function endDelay(tx: Tx, userId: string): Promise<boolean> {
  return (await tx.query(endDelayOf, [userId])).length === 1;
}

const delaysSince = statement(
  'credentials.delaysSince',
  `select u.canonical_name as username, c.delay_ended_at as ended_at
     from credentials c join users u on u.id = c.user_id where c.delay_ended_at > $1::timestamptz`,
);

/** Whose delays of signing in the operator has ended after a time, which is one. */
export async function readEndedDelays(tx: Tx, after: string): Promise<EndedDelay[]> {
  const rows = await tx.query<{ username: string; ended_at: Date }>(delaysSince, [new Date(after).toISOString()]);
  return rows.map(({ username, ended_at: endedAt }) => ({ username, endedAt: endedAt.toISOString() }));
}
