import { createHash } from 'node:crypto';
import { canonicalName } from '@parlour/contracts/checks';
import { statement, type Tx } from '@parlour/kernel/database/database';
import type { Reservation } from '@parlour/kernel/log/event-log';

/** A name is reserved under the hash of its canonical form: so it can stay taken when an account is erased and its name with it. */
export function reservationOf(username: string, userId: string): Reservation {
  const key = createHash('sha256').update(canonicalName(username)).digest('base64url');
  return { scope: 'username', key, owner: userId };
}

const reserve = statement(
  'usernames.reserve',
  `insert into reservations (scope, key, owner, expires_at) values ($1, $2, $3, now() + interval '30 seconds')
   on conflict (scope, key) do update set owner = excluded.owner, expires_at = excluded.expires_at
    where reservations.expires_at <= now()
   returning owner`,
);

/** Keeps a name for half a minute, long enough to hash a password; the append makes it last. False when somebody else has it. */
export async function reserveName(tx: Tx, { scope, key, owner }: Reservation): Promise<boolean> {
  return (await tx.query(reserve, [scope, key, owner])).length === 1;
}

const release = statement(
  'usernames.release',
  'delete from reservations where scope = $1 and key = $2 and owner = $3 and expires_at is not null',
);

/** Gives a name back that no append made last. */
export async function releaseName(tx: Tx, { scope, key, owner }: Reservation): Promise<void> {
  await tx.query(release, [scope, key, owner]);
}
