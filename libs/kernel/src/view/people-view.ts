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

// Deletion also erases the name from the event, so a table rebuilt from the log lacks it too.
const erase = statement(
  'people.delete',
  `update people set deleted = true, name = '', canonical_name = '' where id = any($1::text[])`,
);

// Stored replies contain the person's name, and no retry can need them any more.
const forgetReplies = statement('people.replies', 'delete from commands where actor = any($1::text[])');

const find = statement(
  'people.find',
  'select id, name, canonical_name from people where canonical_name = any($1::text[]) and not deleted',
);

/**
 * People's names, kept by every service from identity's log. Appending a command's events also
 * stores its actor's name, so names do not wait for this view. Source:
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
      // Registrations first: a deletion always follows its registration.
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

/** A person as services know them. */
export interface KnownPerson {
  readonly id: string;
  readonly name: string;
}

/**
 * People by their canonical names; the names given may be in any case. Unknown and deleted people
 * are missing.
 */
export async function findPeople(tx: Tx, names: readonly string[]): Promise<Map<string, KnownPerson>> {
  const rows = await tx.query<KnownPerson & { canonical_name: string }>(find, [names.map(canonicalName)]);
  return new Map(rows.map(({ id, name, canonical_name: canonical }) => [canonical, { id, name }]));
}
