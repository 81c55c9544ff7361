import type { AddressMail, AddressNotice, MailKind } from '@parlour/contracts/delivery/delivery';
import { canonicalName } from '@parlour/contracts/text/checks';
import { statement, type Tx } from '@parlour/kernel/database/database';
import { idNamed } from '../user/named.queries.ts';
import type { EmailState } from './email.entity.ts';

/** After so many refusals nothing is sent there. Source: specification ML-7. */
export const refusalsOfStopped = 3;

const give = statement('emails.give', `insert into emails (id, user_id, address, state) values ($2, $1, $3, 'new')`);
const withdraw = statement('emails.withdraw', `delete from emails where user_id = $1 and state = 'new'`);
const replace = statement(
  'emails.replace',
  `update emails set state = 'former', at = now() where user_id = $1 and state = 'current'`,
);
const confirm = statement(
  'emails.confirm',
  `update emails set state = 'current', at = now(), refusals = 0 where id = $1 and state = 'new'`,
);

// In the transactions of their events.

/** Has an address wait in place of another one, or none. */
export async function giveEmail(tx: Tx, userId: string, given: { id: string; address: string } | null): Promise<void> {
  await tx.query(withdraw, [userId]);
  if (given) await tx.query(give, [userId, given.id, given.address]);
}

/** Replaces the confirmed address by the one that waited. */
export async function confirmEmail(tx: Tx, userId: string, emailId: string): Promise<void> {
  const [waiting] = await tx.query<OwnedEmail>(byId, [emailId]);
  if (waiting?.state !== 'new') return;
  await tx.query(replace, [userId]);
  await tx.query(confirm, [emailId]);
}

/** Removes both; the confirmed one stays until it is told. */
export async function removeEmails(tx: Tx, userId: string): Promise<void> {
  await tx.query(withdraw, [userId]);
  await tx.query(replace, [userId]);
}

/** An address and its owner. */
export interface OwnedEmail {
  readonly userId: string;
  readonly username: string;
  readonly address: string;
  readonly state: EmailState;
  readonly suspended: boolean;
  /** How often in a row mail was refused there for good. */
  readonly refusals: number;
  /** Null for those who sign in with Google. */
  readonly passwordHash: string | null;
  /** Whether an operator gave that password, and nobody has replaced it. */
  readonly isTemporary: boolean;
}

const ownedColumns = `e.id as "emailId", e.user_id as "userId", u.name as username, e.address, e.state, e.refusals, u.suspended,
  c.password_hash as "passwordHash", c.temporary_until is not null as "isTemporary"
  from emails e join users u on u.id = e.user_id left join credentials c on c.user_id = e.user_id`;

const byId = statement('emails.byId', `select ${ownedColumns} where e.id = $1`);

/** An address by its id; undefined if it is gone. */
export async function findEmail(tx: Tx, emailId: string): Promise<OwnedEmail | undefined> {
  const [email] = await tx.query<OwnedEmail>(byId, [emailId]);
  return email;
}

const current = statement(
  'emails.current',
  `select address from emails where user_id = $1 and state = 'current' and refusals < ${refusalsOfStopped}`,
);

/** A person's confirmed address, unless mail to it has stopped. */
export async function currentAddress(tx: Tx, userId: string): Promise<string | undefined> {
  const [email] = await tx.query<{ address: string }>(current, [userId]);
  return email?.address;
}

/** What an address must be at the time of sending. */
const statesOf: Readonly<Record<MailKind | 'notice', readonly EmailState[]>> = {
  confirm: ['new'],
  account: ['new'],
  reset: ['current'],
  passwordChanged: ['current'],
  emailChanged: ['former'],
  test: ['current', 'new'],
  notice: ['current'],
};

const forMail = statement(
  'emails.forMail',
  `select ${ownedColumns} where e.user_id = $1 and e.state = any($2::text[]) and ($3::text is null or e.id = $3)
      and (e.refusals < ${refusalsOfStopped} or $4)
    order by e.state limit 1`,
);

/** Where a mail goes; undefined if nothing is to be sent there any more. */
export async function findForMail(
  tx: Tx,
  mail: AddressMail | AddressNotice,
): Promise<(OwnedEmail & { readonly emailId: string }) | undefined> {
  const [email] = await tx.query<OwnedEmail & { readonly emailId: string }>(forMail, [
    mail.userId,
    statesOf[mail.kind],
    mail.kind === 'notice' ? null : mail.emailId,
    mail.kind === 'test',
  ]);
  // Who has come by other means has a password of their own.
  return mail.kind === 'account' && email?.isTemporary === false ? undefined : email;
}

const sent = statement(
  'emails.sent',
  'update emails set refusals = case when $2 then refusals + 1 else 0 end where id = $1',
);

/** Counts how often in a row mail to an address was refused for good. */
export async function noteSent(tx: Tx, emailId: string, isRefused: boolean): Promise<void> {
  await tx.query(sent, [emailId, isRefused]);
}

const forget = statement('forgotten.add', 'insert into forgotten (name) values ($1)');

/** Notes what somebody typed; takes the same time whatever it is. */
export async function noteForgotten(tx: Tx, name: string): Promise<void> {
  await tx.query(forget, [canonicalName(name)]);
}

/** Something typed, and an account that it means; without one, it is of no further use. */
export interface ForgottenMatch {
  readonly id: string;
  readonly userId: string | null;
  readonly emailId: string | null;
}

// An account is asked once for what was typed. Between two links pass five minutes, then twice as
// long each time, up to two hours, until nobody asks for a day.
const matches = statement(
  'forgotten.matches',
  `select typed.id::text as id, e.user_id as "userId", e.id as "emailId"
     from (select * from forgotten order by id limit $1) typed left join lateral (
       select e.id, e.user_id from emails e join users u on u.id = e.user_id
        where e.state = 'current' and not u.suspended and (lower(e.address) = typed.name or e.user_id = ${idNamed('typed.name')})
          and coalesce(e.forgotten_at, '-infinity') < typed.at - least(interval '5 minutes' * 2 ^ e.forgotten_again, interval '2 hours')
        order by e.id limit 5) e on true
    order by typed.id`,
);

/** What was typed, the oldest first, with the accounts that it means. */
export function readForgotten(tx: Tx, limit: number): Promise<ForgottenMatch[]> {
  return tx.query<ForgottenMatch>(matches, [limit]);
}

const asked = statement(
  'emails.forgotten',
  `update emails set forgotten_at = clock_timestamp(),
          forgotten_again = case when forgotten_at > now() - interval '1 day' then least(forgotten_again + 1, 9) else 0 end
    where id = $1`,
);

/** Notes that a link was asked for. */
export async function noteAsked(tx: Tx, emailId: string): Promise<void> {
  await tx.query(asked, [emailId]);
}

const drop = statement('forgotten.drop', 'delete from forgotten where id = $1::bigint');

/** Forgets what was typed. */
export async function dropForgotten(tx: Tx, id: string): Promise<void> {
  await tx.query(drop, [id]);
}

const old = statement(
  'emails.old',
  `select id from emails where state = 'former' and at < now() - interval '3 days' order by at limit $1`,
);

/** Replaced addresses that need not be kept any more to tell them. */
export async function readFormer(tx: Tx, limit: number): Promise<readonly string[]> {
  return (await tx.query<{ id: string }>(old, [limit])).map(({ id }) => id);
}

const erase = statement('emails.erase', `delete from emails where id = $1 and state = 'former'`);

/** Erases a replaced address. */
export async function eraseFormer(tx: Tx, emailId: string): Promise<void> {
  await tx.query(erase, [emailId]);
}
