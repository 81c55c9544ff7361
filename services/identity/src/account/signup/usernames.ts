import { createHash } from 'node:crypto';
import { canonicalName } from '@parlour/contracts/text/checks';
import type { Fault } from '@parlour/contracts/errors';
import { personLooksOf } from '@parlour/contracts/text/look-alikes';
import { messages } from '@parlour/contracts/messages';
import { statement, type Tx } from '@parlour/kernel/database/database';
import type { Reservation } from '@parlour/kernel/log/append';

const taken: Fault = { code: 'username.taken', text: messages.usernameTaken };
const alike: Fault = { code: 'username.alike', text: messages.usernameAlike };

/**
 * A name is reserved under the hash of its canonical form, so that it stays taken when account and
 * name are erased.
 */
export function reservationOf(username: string, userId: string): Reservation {
  return { scope: 'username', key: hashOf(canonicalName(username)), owner: userId };
}

/** The reservations of a new name, with their errors: itself, and its look. */
export function reservationsOf(username: string, userId: string): readonly (Reservation & { readonly fault: Fault })[] {
  const { plain, written } = personLooksOf(username);
  const looks = [...new Set([plain, written])];
  return [
    { ...reservationOf(username, userId), fault: taken },
    ...looks.map((look) => ({ scope: lookScope, key: hashOf(look), owner: userId, fault: alike })),
  ];
}

const lookScope = 'username-look';

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

const reserve = statement(
  'usernames.reserve',
  `insert into reservations (scope, key, owner, expires_at) values ($1, $2, $3, now() + interval '30 seconds')
   on conflict (scope, key) do update set owner = excluded.owner, expires_at = excluded.expires_at
    where reservations.expires_at <= now()
   returning owner`,
);

/**
 * Reserves a name and its look for half a minute, long enough to hash a password; the append makes
 * it permanent. Returns the conflict if any of it is taken; then nothing is reserved.
 */
export async function reserveName(tx: Tx, username: string, userId: string): Promise<Fault | undefined> {
  for (const { scope, key, owner, fault } of reservationsOf(username, userId)) {
    if ((await tx.query(reserve, [scope, key, owner])).length === 1) continue;
    await releaseName(tx, username, userId);
    return fault;
  }
  return undefined;
}

const hashes = statement(
  'usernames.hashes',
  `select owner, key from reservations
    where scope = 'username' and owner = any($1::text[]) and expires_at is null`,
);

/**
 * The hashes of these accounts' names, by account id; they outlive the accounts. An account has
 * several if it was renamed.
 */
export async function readNameHashes(tx: Tx, userIds: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await tx.query<{ owner: string; key: string }>(hashes, [userIds]);
  const found = new Map<string, string[]>();
  for (const { owner, key } of rows) found.set(owner, [...(found.get(owner) ?? []), key]);
  return found;
}

const release = statement(
  'usernames.release',
  `delete from reservations r using unnest($1::text[], $2::text[]) as n(scope, key)
    where r.scope = n.scope and r.key = n.key and r.owner = $3 and r.expires_at is not null`,
);

/** Releases a name, and its look, that no append made permanent. */
export async function releaseName(tx: Tx, username: string, userId: string): Promise<void> {
  const kept = reservationsOf(username, userId);
  await tx.query(release, [kept.map(({ scope }) => scope), kept.map(({ key }) => key), userId]);
}
