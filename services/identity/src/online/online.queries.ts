import { canonicalName } from '@parlour/contracts/text/checks';
import type { OnlineWire } from '@parlour/contracts/identity/identity';
import type { Rpc } from '@parlour/contracts/rpc';
import { limits } from '@parlour/contracts/limits';
import { type Database, statement, type Tx } from '@parlour/kernel/database/database';

const begin = statement(
  'online.begin',
  `insert into online_places (place, expires_at, reports) values ($1, now() + make_interval(secs => $2), 1)
   on conflict (place) do nothing returning place`,
);

const renew = statement(
  'online.renew',
  `update online_places set expires_at = now() + make_interval(secs => $2), reports = $3
    where place = $1 and reports = $3 - 1 returning place`,
);

const isOld = statement('online.isOld', 'select from online_places where place = $1 and reports >= $2');

// One report after the other: of somebody who comes to one gateway and leaves another at the same
// time, each would see the other's old state, and nobody would be told.
const inTurn = statement('online.inTurn', 'lock table online in share row exclusive mode');

// Both select who was, or is, nowhere else: for all others nothing has changed. So a gateway that
// starts again announces nobody who was there a moment ago.
const come = statement(
  'online.come',
  `with came as (
     insert into online (user_id, place) select id, $1 from unnest($2::text[]) as given(id) order by id
     on conflict (user_id, place) do nothing returning user_id)
   select c.user_id as id from came c
    where not exists (select from online o where o.user_id = c.user_id)`,
);

const leave = statement(
  'online.leave',
  `with gone as (delete from online where place = $1 and user_id = any($2::text[]) returning user_id)
   select g.user_id as id from gone g
    where not exists (select from online o where o.user_id = g.user_id and o.place <> $1)`,
);

const expire = statement(
  'online.expire',
  `with silent as (delete from online_places where expires_at < now() returning place),
     gone as (delete from online o using silent s where o.place = s.place returning o.user_id)
   select distinct g.user_id as id from gone g
    where not exists (
      select from online o where o.user_id = g.user_id and o.place not in (select place from silent))`,
);

interface Changed {
  readonly id: string;
}

/** What a gateway reports: who came to its sockets, and who has left them all. */
export interface OnlineReport {
  readonly place: string;
  /** One more than that of the place's last report. */
  readonly number: number;
  readonly came: readonly string[];
  readonly left: readonly string[];
}

/** What became of a report. */
interface Noted {
  /** Whether the gateway has a lease, and all of its reports have arrived. */
  readonly known: boolean;
  /** The ids of those who are online now, or no longer. */
  readonly changed: readonly string[];
}

/**
 * Begins or renews a gateway's lease, notes who came to it and who left it, and forgets gateways
 * that are silent; all in turn, so that a lease which is renewed here cannot expire before its
 * people are noted. A process that was halted may handle a report after the next one: it notes
 * nothing of that, or somebody who had come back would be away as long as they stay.
 */
export function noteOnline(database: Database, { place, number, came, left }: OnlineReport): Promise<Noted> {
  return database.transaction(async (tx) => {
    await tx.query(inTurn, []);
    const lease = [place, limits.onlineLeaseSeconds];
    const isNext = (await (number === 1 ? tx.query(begin, lease) : tx.query(renew, [...lease, number]))).length > 0;
    const changed = await tx.query<Changed>(expire, []);
    if (isNext && left.length > 0) changed.push(...(await tx.query<Changed>(leave, [place, left])));
    if (isNext && came.length > 0) changed.push(...(await tx.query<Changed>(come, [place, came])));
    const known = isNext || (await tx.query(isOld, [place, number])).length > 0;
    return { known, changed: changed.map(({ id }) => id) };
  });
}

/** SQL: whether others may see that person `u` is online. */
const isShown = `not u.suspended and not exists (select from online_hidden h where h.user_id = u.id)`;

/** SQL: whether person `u` has a socket anywhere. */
const isHere = 'exists (select from online o where o.user_id = u.id)';

const known = statement(
  'online.known',
  `select given.name as username, known.id as "userId", coalesce(known.online, false) as online
     from unnest($1::text[], $2::text[]) with ordinality as given(name, canonical_name, n)
     left join lateral (
       select u.id, ${isShown} and ${isHere} as online from users u
        where u.canonical_name = given.canonical_name and u.id <> $3
          and (u.id = any($4::text[])
            or exists (select from follows f where f.follower_id = u.id and f.followed_id = $3))
          and not exists (
            select from blocks b
             where b.blocker_id = u.id and b.blocked_id = $3 or b.blocker_id = $3 and b.blocked_id = u.id)
     ) known on true
    order by given.n`,
);

interface KnownRow extends OnlineWire {
  readonly userId: string | null;
}

/** Whether these people are online, as far as the viewer may know. Source: decisions P-9. */
export async function readOnline(
  tx: Tx,
  { usernames, acquainted }: Rpc['identity.getOnline']['request'],
  viewerId: string,
): Promise<Rpc['identity.getOnline']['reply']> {
  const rows = await tx.query<KnownRow>(known, [usernames, usernames.map(canonicalName), viewerId, acquainted]);
  return { people: rows.map(({ userId, ...person }) => (userId === null ? person : { ...person, userId })) };
}

const changes = statement(
  'online.changes',
  `select u.id, u.name as username, ${isShown} and ${isHere} as online,
          array(select b.blocked_id from blocks b where b.blocker_id = u.id
                union select b.blocker_id from blocks b where b.blocked_id = u.id) as blocked
     from users u where u.id = any($1::text[])`,
);

/** A person whose presence may have changed. */
export interface OnlineChange extends OnlineWire {
  readonly id: string;
  /** Who must not learn of it. */
  readonly blocked: readonly string[];
}

/** The presence of these people; deleted ones are missing. */
export function readOnlineChanges(tx: Tx, userIds: readonly string[]): Promise<OnlineChange[]> {
  return tx.query<OnlineChange>(changes, [userIds]);
}

const readHidden = statement('online.hidden', 'select from online_hidden where user_id = $1');
const show = statement('online.show', 'delete from online_hidden where user_id = $1 returning user_id');

// The lock makes the deletion of the account wait, which then deletes what is written here.
const hide = statement(
  'online.hide',
  `insert into online_hidden (user_id) select id from users where id = $1 for share
   on conflict (user_id) do nothing returning user_id`,
);

/** Whether others may see that this person is online. */
export async function readOnlineShown(tx: Tx, userId: string): Promise<{ shown: boolean }> {
  return { shown: (await tx.query(readHidden, [userId])).length === 0 };
}

/** Shows others that this person is online, or no longer; false if it was so before. */
export async function showOnline(tx: Tx, userId: string, shown: boolean): Promise<boolean> {
  return (await tx.query(shown ? show : hide, [userId])).length > 0;
}
