import { canonicalName } from '@parlour/contracts/checks';
import { type Envelope, eventsOf } from '@parlour/contracts/envelope';
import type { IdentityEvent } from '@parlour/contracts/identity';
import { statement, type Tx } from '../database/database.ts';
import type { View } from './view.ts';

const register = statement(
  'people.register',
  `insert into people (id, name, canonical_name)
   select id, name, canonical_name from unnest($1::text[], $2::text[], $3::text[]) as p(id, name, canonical_name) order by id
   on conflict (id) do update set name = excluded.name, canonical_name = excluded.canonical_name`,
);

// The name goes with the account, as it has gone from the event: a table made anew from the log has
// none either.
const erase = statement(
  'people.delete',
  `update people set deleted = true, name = '', canonical_name = '' where id = any($1::text[])`,
);

// What his commands were answered holds his name, and nobody will give them again.
const forgetReplies = statement('people.replies', 'delete from commands where actor = any($1::text[])');

const find = statement(
  'people.find',
  'select id, name, canonical_name from people where canonical_name = any($1::text[]) and not deleted',
);

/**
 * Who is called what, kept by every service from identity's log; the actor of a command is noted at
 * once by the append, so nobody waits for this to see a name. Source:
 * docs/design/architecture.md#ids-not-names.
 */
export function peopleView(service: string): View {
  return {
    name: `${service}.people`,
    source: 'identity',
    tables: ['people'],
    async apply(events: readonly Envelope[], tx: Tx): Promise<void> {
      const names = new Map<string, string>();
      const deleted = new Set<string>();
      for (const event of eventsOf<IdentityEvent>(events)) {
        if (event.type === 'UserRegistered') names.set(event.data.userId, event.data.name);
        if (event.type === 'UserDeleted') deleted.add(event.data.userId);
      }
      // Registered first: nobody is deleted before he has joined.
      if (names.size > 0) {
        const canonical = [...names.values()].map(canonicalName);
        await tx.query(register, [[...names.keys()], [...names.values()], canonical]);
      }
      if (deleted.size > 0) {
        await tx.query(erase, [[...deleted]]);
        await tx.query(forgetReplies, [[...deleted]]);
      }
    },
  };
}

/** A person as services know him. */
export interface KnownPerson {
  readonly id: string;
  readonly name: string;
}

/**
 * The people of these names, regardless of case, by their canonical names; who is unknown or
 * deleted is missing.
 */
export async function findPeople(tx: Tx, names: readonly string[]): Promise<Map<string, KnownPerson>> {
  const rows = await tx.query<KnownPerson & { canonical_name: string }>(find, [names.map(canonicalName)]);
  return new Map(rows.map(({ id, name, canonical_name: canonical }) => [canonical, { id, name }]));
}
