import { canonicalName } from '@parlour/contracts/text/checks';
import { DomainError } from '@parlour/contracts/errors';
import type { EndedDelay, SessionGrant } from '@parlour/contracts/identity/identity';
import { memberLimits } from '@parlour/contracts/identity/members';
import { messages } from '@parlour/contracts/messages';
import { statement, together, type Tx } from '@parlour/kernel/database/database';
import { isoTime } from '@parlour/kernel/database/row-expressions';
import type { Done } from '@parlour/kernel/log/reply';
import type { Reservation } from '@parlour/kernel/log/append';
import { waits } from '../../approval/waiting.queries.ts';
import { refuseOverused } from '../../invitation/invitation.queries.ts';
import { markEnding } from '../../session/session-endings.ts';
import { type NewSession, startSessions } from '../../session/session.queries.ts';
import { idNamed } from '../../user/named.queries.ts';

/** The owner of a password, and its hash. */
export interface Credential {
  readonly userId: string;
  readonly passwordHash: string;
  readonly suspended: boolean;
  /** Whether the operator gave it, and if so, whether it has expired. */
  readonly temporary: 'no' | 'yes' | 'over';
  /** Whether the account waits for approval. */
  readonly waiting: boolean;
}

const credentialColumns = `c.user_id as "userId", c.password_hash as "passwordHash", c.suspended, ${waits('c.user_id')} as waiting,
  case when c.temporary_until is null then 'no' when c.temporary_until > now() then 'yes' else 'over' end as temporary`;

const add = statement(
  'credentials.add',
  `insert into credentials (user_id, password_hash)
   select user_id, password_hash from unnest($1::text[], $2::text[]) as c(user_id, password_hash)`,
);

/** The data of a new account that is not in its event. */
export interface NewAccount {
  readonly passwordHash: string;
  readonly session: NewSession;
  /** The invitation by which they come. */
  readonly invitationId?: string | undefined;
}

/**
 * Inserts credentials and first sessions of accounts, and returns their grants. Runs where the
 * kernel reads replies: in the append's own transaction, after the people are in the read model,
 * and only for stored commands. So event, credentials and session are committed together or not at
 * all, and the hash is in nothing that the kernel stores. Only for commands that always make an
 * event and whose reply is not stored: then this runs in exactly one committed transaction.
 * @throws {DomainError} `invitation.over` if one of them comes by an invitation that is
 */
export async function openAccounts(tx: Tx, accounts: readonly NewAccount[]): Promise<SessionGrant[]> {
  await together<unknown>([
    refuseOverused(
      tx,
      accounts.flatMap(({ invitationId }) => invitationId ?? []),
    ),
    tx.query(add, [accounts.map((account) => account.session.userId), accounts.map((account) => account.passwordHash)]),
  ]);
  return startSessions(
    tx,
    accounts.map((account) => account.session),
  );
}

const byName = statement(
  'credentials.byName',
  `select ${credentialColumns} from credentials c
    where c.user_id = coalesce(${idNamed('$1')}, (select w.user_id from waiting w where w.canonical_name = $1))`,
);

/**
 * The credential for this name, or a former one, if there is one, also of somebody who waits for
 * approval. Source: decisions U-18.
 */
export async function findCredential(tx: Tx, username: string): Promise<Credential | undefined> {
  const [credential] = await tx.query<Credential>(byName, [canonicalName(username)]);
  return credential;
}

const bySignup = statement(
  'credentials.bySignup',
  `select ${credentialColumns}
     from reservations r
     join events e on e.stream_id = 'user/' || r.owner and e.version = 1 and e.meta ->> 'commandId' = $3
     join credentials c on c.user_id = r.owner
    where r.scope = $1 and r.key = $2 and r.expires_at is null`,
);

/** The credential for this name, if it was made by this very sign-up. */
export async function findCredentialOfSignup(
  tx: Tx,
  name: Reservation,
  commandId: string,
): Promise<Credential | undefined> {
  const [credential] = await tx.query<Credential>(bySignup, [name.scope, name.key, commandId]);
  return credential;
}

/** A temporary password, given by the operator for a forgotten one. */
export interface GivenPassword {
  readonly userId: string;
  readonly passwordHash: string;
}

/**
 * A new password, chosen by the owner, whose new session continues. Hashing it takes its time, so
 * the proof of the owner is checked again when it is stored.
 */
export interface ChosenPassword {
  readonly passwordHash: string;
  readonly session: NewSession;
  readonly provenBy: { readonly sessionId: string } | { readonly passwordHash: string };
}

const replace = statement(
  'credentials.replace',
  `update credentials c
      set password_hash = n.password_hash, changed_at = now(), temporary_until = now() + make_interval(days => $3::int)
     from unnest($1::text[], $2::text[], $4::text[]) as n(user_id, password_hash, former_hash)
    where c.user_id = n.user_id and (n.former_hash is null or c.password_hash = n.former_hash)
   returning c.user_id as "userId"`,
);

/**
 * Replaces a password by a temporary one, and ends the sessions; in the append's own transaction,
 * like `openAccounts`. The order matters: a concurrent sign-in with the old password is either
 * ended with the others, or fails.
 */
export async function replacePassword(tx: Tx, given: GivenPassword, days = 1): Promise<void> {
  await replaceAll(tx, [given], days);
}

const give = statement(
  'credentials.give',
  `insert into credentials (user_id, password_hash, temporary_until)
   select user_id, password_hash, now() + make_interval(days => ${memberLimits.days})
     from unnest($1::text[], $2::text[]) as c(user_id, password_hash)`,
);

/**
 * Inserts the temporary passwords of accounts that an operator opens, without sessions; in the
 * append's own transaction, like `openAccounts`.
 */
export async function giveAccounts(tx: Tx, given: readonly GivenPassword[]): Promise<readonly Done[]> {
  await tx.query(give, [given.map(({ userId }) => userId), given.map(({ passwordHash }) => passwordHash)]);
  return given.map(() => ({ done: true }));
}

/**
 * Replaces passwords, ends all their sessions and begins new ones: no earlier token is valid any
 * more. Not if the password was replaced meanwhile, or the session that asks for it has ended:
 * whoever was locked out during the hashing stays so.
 * @throws {DomainError} `session.ended`, `login.failed`
 */
export async function changePasswords(tx: Tx, passwords: readonly ChosenPassword[]): Promise<SessionGrant[]> {
  const owned = passwords.map(({ passwordHash, session, provenBy }) => ({
    userId: session.userId,
    passwordHash,
    ...('passwordHash' in provenBy && { formerHash: provenBy.passwordHash }),
  }));
  const { replaced, ended } = await replaceAll(tx, owned, null);
  for (const { session, provenBy } of passwords) {
    if ('sessionId' in provenBy) {
      if (!ended.has(provenBy.sessionId)) throw new DomainError('session.ended', messages.notSignedIn);
    } else if (!replaced.has(session.userId)) throw new DomainError('login.failed', messages.loginFailed);
  }
  return startSessions(
    tx,
    passwords.map(({ session }) => session),
  );
}

interface ReplacedPassword extends GivenPassword {
  /** If given, only this one is replaced. */
  readonly formerHash?: string;
}

/** Returns whose passwords were replaced, and the sessions that this ended. */
async function replaceAll(
  tx: Tx,
  passwords: readonly ReplacedPassword[],
  /** For so many days; null for good. */
  days: number | null,
): Promise<{ readonly replaced: ReadonlySet<string>; readonly ended: ReadonlySet<string> }> {
  const userIds = passwords.map(({ userId }) => userId);
  const replaced = await tx.query<{ userId: string }>(replace, [
    userIds,
    passwords.map(({ passwordHash }) => passwordHash),
    days,
    passwords.map(({ formerHash }) => formerHash ?? null),
  ]);
  const ended = await markEnding(
    tx,
    userIds.map((userId) => ({ userId, reason: 'passwordReset' })),
  );
  return { replaced: new Set(replaced.map(({ userId }) => userId)), ended: new Set(ended) };
}

const endDelayOf = statement(
  'credentials.endDelay',
  'update credentials set delay_ended_at = clock_timestamp() where user_id = $1 returning user_id',
);

/** Makes gateways forget the wrong passwords tried on an account. False if it has no password. */
export async function endDelay(tx: Tx, userId: string): Promise<boolean> {
  return (await tx.query(endDelayOf, [userId])).length === 1;
}

const delaysSince = statement(
  'credentials.delaysSince',
  `select n.canonical_name as username, ${isoTime('c.delay_ended_at')} as "endedAt"
     from credentials c cross join lateral (
       select u.canonical_name from users u where u.id = c.user_id
       union all select f.canonical_name from former_names f where f.user_id = c.user_id) n
    where c.delay_ended_at > $1::timestamptz order by n.canonical_name`,
);

/** All names of accounts whose login delays the operator ended after a valid time. */
export function readEndedDelays(tx: Tx, after: string): Promise<EndedDelay[]> {
  return tx.query<EndedDelay>(delaysSince, [new Date(after).toISOString()]);
}
