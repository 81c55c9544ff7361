import { canonicalName } from '@parlour/contracts/text/checks';
import { DomainError } from '@parlour/contracts/errors';
import {
  approvalLimits,
  approvalTexts,
  type PendingWire,
  type WaitingWire,
} from '@parlour/contracts/identity/approval';
import { messages } from '@parlour/contracts/messages';
import type { PageRequest } from '@parlour/contracts/rpc';
import { statement, together, type Tx } from '@parlour/kernel/database/database';
import { type PageRow, readPage, rowsRead } from '@parlour/kernel/database/pages';
import { isoTime } from '@parlour/kernel/database/row-expressions';
import { madeReply, type Reply } from '@parlour/kernel/log/reply';
import type { JsonPage } from '@parlour/kernel/rpc/json';

/** The error for people who wait for approval, once it is known that it is they. */
export function accountWaiting(): DomainError {
  return new DomainError('account.waiting', approvalTexts.waiting);
}

/** SQL: whether the account with this id waits for approval. */
export function waits(userId: string): string {
  return `exists (select from waiting w where w.user_id = ${userId})`;
}

/** What is in no event of somebody who waits, and how they will sign in. */
export interface NewWaiting {
  readonly userId: string;
  readonly name: string;
  readonly answer: string;
  readonly signIn: { readonly passwordHash: string } | { readonly email: string };
}

const add = statement(
  'waiting.add',
  'insert into waiting (user_id, name, canonical_name, answer) values ($1, $2, $3, $4)',
);
const addPassword = statement(
  'waiting.addPassword',
  'insert into credentials (user_id, password_hash) values ($1, $2)',
);
const addGoogle = statement('waiting.addGoogle', 'insert into google_accounts (user_id, email) values ($1, $2)');

/** What newcomers are told who wait. */
export const pending: PendingWire = { pending: true };

/** Tells them so, and writes what is in no event. */
export function waitingReply(waiting: NewWaiting): Reply<PendingWire> {
  return madeReply(pending, (tx) => keepWaiting(tx, waiting));
}

async function keepWaiting(tx: Tx, { userId, name, answer, signIn }: NewWaiting): Promise<void> {
  await together<unknown>([
    tx.query(add, [userId, name, canonicalName(name), answer]),
    'email' in signIn
      ? tx.query(addGoogle, [userId, signIn.email])
      : tx.query(addPassword, [userId, signIn.passwordHash]),
  ]);
}

const end = statement('waiting.end', 'delete from waiting where user_id = $1');

/** Erases name and answer of somebody who is approved, in the transaction of the event. */
export async function endWaiting(tx: Tx, userId: string): Promise<void> {
  await tx.query(end, [userId]);
}

// Credentials first, as when an account is erased. Nobody has seen the name, so it is free again.
const erasures = [
  statement('waiting.eraseCredentials', 'delete from credentials where user_id = $1'),
  statement('waiting.eraseGoogle', 'delete from google_accounts where user_id = $1'),
  statement('waiting.freeNames', 'delete from reservations where owner = $1'),
  end,
];

/** Erases all of somebody who is not approved, in the transaction of the event. */
export async function eraseWaiting(tx: Tx, userId: string): Promise<void> {
  await together<unknown>(erasures.map((erase) => tx.query(erase, [userId])));
}

const nameById = statement('waiting.name', 'select name from waiting where user_id = $1');

/** The name of somebody who waits; undefined if they do not, or not any more. */
export async function nameOfWaiting(tx: Tx, userId: string): Promise<string | undefined> {
  const [row] = await tx.query<{ name: string }>(nameById, [userId]);
  return row?.name;
}

const overdue = statement(
  'waiting.overdue',
  `select user_id as "userId" from waiting
    where since < now() - interval '${approvalLimits.days} days' order by since limit $1`,
);

/** Those who have waited for too long. */
export async function readOverdue(tx: Tx, limit: number): Promise<string[]> {
  return (await tx.query<{ userId: string }>(overdue, [limit])).map(({ userId }) => userId);
}

/** SQL: how many wait. */
export const waitingTotal = 'select count(*) from waiting';

const json = `(select to_json(fields) from (select w.user_id as "_id", w.name as username, w.answer,
    ${isoTime('w.since')} as since,
    exists (select from google_accounts g where g.user_id = w.user_id) as "isGoogleUser") fields)::text as json`;

/** One page of those who wait, the longest first: their ids are in the order in which they came. */
export function readWaiting(tx: Tx, request: PageRequest): Promise<JsonPage<WaitingWire>> {
  const size = rowsRead(request.limit);
  const rows = statement(
    `waiting.list.${size}`,
    `select ${json}, w.user_id as id, (${waitingTotal}) as total
       from waiting w where w.user_id > $1 order by w.user_id limit ${size}`,
  );
  return readPage<WaitingWire, PageRow & { readonly id: string }>(tx, request, {
    rows: { statement: rows, values: [idOfCursor(request.cursor)] },
    total: () => ({ statement: rows, values: [''] }),
    cursorOf: ({ id }) => id,
  });
}

/** @throws {DomainError} `request.invalid` for a cursor that no list returned */
function idOfCursor(cursor = ''): string {
  if (!/^[\da-f-]{0,36}$/.test(cursor)) throw new DomainError('request.invalid', messages.requestInvalid);
  return cursor;
}
