import { statement, type Tx } from '@parlour/kernel/database/database';
import { reservationsOf } from '../account/signup/usernames.ts';

/** Whoever is meant by a username or an address. */
export interface Holder {
  readonly userId: string;
  readonly username: string;
  /**
   * Whether an operator gave the password, and nobody has signed in with it; not of operators, nor
   * of suspended people.
   */
  readonly isWaiting: boolean;
  /** Whether they have an address, confirmed or not. */
  readonly hasAddress: boolean;
  /** Whether they have confirmed one, or sign in with Google. */
  readonly isConfirmed: boolean;
  /** Whether a list of members opened the account. */
  readonly isListed: boolean;
}

const columns = `u.id as "userId", u.name as username, coalesce(c.temporary_until is not null, false) and not u.operator and not u.suspended as "isWaiting",
  exists (select from emails a where a.user_id = u.id) as "hasAddress",
  g.user_id is not null or exists (select from emails a where a.user_id = u.id and a.state = 'current') as "isConfirmed",
  exists (select from site_log l where l.to_id = u.id and l.act = 'memberAdded') as "isListed"`;

const beside = `left join credentials c on c.user_id = u.id left join google_accounts g on g.user_id = u.id`;

const held = statement(
  'members.held',
  `select r.scope, r.key, ${columns}
     from unnest($1::text[], $2::text[]) as wanted(scope, key)
     join reservations r on r.scope = wanted.scope and r.key = wanted.key and r.expires_at is null
     left join users u on u.id = r.owner ${beside}`,
);

/** What stands in the way of a username. */
export interface InTheWay {
  /** Whether it is the very name, not one that looks like it. */
  readonly isSame: boolean;
  /** Null if the account is deleted, or waits for something. */
  readonly holder: Holder | null;
}

/** What stands in the way of these usernames, by the names. */
export async function readInTheWay(tx: Tx, names: readonly string[]): Promise<ReadonlyMap<string, InTheWay>> {
  const wanted = names.map((name) => ({ name, reservations: reservationsOf(name, '') }));
  const all = wanted.flatMap(({ reservations }) => reservations);
  const rows = await tx.query<{ scope: string; key: string } & { [Field in keyof Holder]: Holder[Field] | null }>(
    held,
    [all.map(({ scope }) => scope), all.map(({ key }) => key)],
  );
  const found = new Map(rows.map((row) => [`${row.scope} ${row.key}`, row]));
  const inTheWay = new Map<string, InTheWay>();
  for (const { name, reservations } of wanted) {
    // The name comes before its looks.
    for (const [place, { scope, key }] of reservations.entries()) {
      const row = found.get(`${scope} ${key}`);
      if (!row) continue;
      const isHeld = row.userId !== null;
      inTheWay.set(name, { isSame: place === 0, holder: isHeld ? (row as Holder) : null }); // its row is there
      break;
    }
  }
  return inTheWay;
}

const byAddress = statement(
  'members.byAddress',
  `select lower(e.address) as address, ${columns}
     from emails e join users u on u.id = e.user_id ${beside}
    where e.state = 'current' and lower(e.address) = any($1::text[])
   union all
   select lower(g.email) as address, ${columns}
     from google_accounts g join users u on u.id = g.user_id left join credentials c on c.user_id = u.id
    where lower(g.email) = any($1::text[])
    order by 2 desc`,
);

/**
 * Whose confirmed addresses these are, by the address in small letters; of several, the eldest.
 * Anybody can type an address, so others prove nothing.
 */
export async function readByAddress(tx: Tx, addresses: readonly string[]): Promise<ReadonlyMap<string, Holder>> {
  const rows = await tx.query<Holder & { readonly address: string }>(byAddress, [addresses]);
  return new Map(rows.map((row) => [row.address, row]));
}
