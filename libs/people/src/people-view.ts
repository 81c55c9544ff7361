import { canonicalName } from '@parlour/contracts/text/checks';
import { type Envelope, eventsOf } from '@parlour/contracts/envelope';
import type { IdentityEvent } from '@parlour/contracts/identity/identity';
import { statement, type Tx } from '@parlour/kernel/database/database';
import type { View } from '@parlour/kernel/view/view';

const register = statement(
  'people.register',
  `insert into people (id, name, canonical_name)
   select id, name, canonical_name from unnest($1::text[], $2::text[], $3::text[]) as p(id, name, canonical_name) order by id
   on conflict (id) do update set name = excluded.name, canonical_name = excluded.canonical_name`,
);

// Deletion also erases the name from the event, so a table rebuilt from the log lacks it too.
const erase = statement(
  'people.delete',
  `update people set deleted = true, operator = false, name = '', canonical_name = '' where id = any($1::text[])`,
);

const setOperators = statement(
  'people.setOperators',
  `update people p set operator = o.operator
     from unnest($1::text[], $2::boolean[]) as o(id, operator) where p.id = o.id`,
);

const find = statement(
  'people.find',
  'select id, name, canonical_name from people where canonical_name = any($1::text[]) and not deleted',
);

/**
 * People's names, and who is an operator, kept by every service from identity's log. Appending a
 * command's events also stores its actor's name, so names do not wait for this view. Source:
 * docs/design/architecture.md#erasing. With an account goes what the service keeps of its
 * owner in no event.
 * @param kept the tables of that, which have a `user_id`
 */
export function peopleView(service: string, kept: readonly string[] = []): View {
  const forgets = kept.map((table) =>
    statement(`people.forget.${table}`, `delete from ${table} where user_id = any($1::text[])`),
  );
  return {
    name: `${service}.people`,
    source: 'identity',
    tables: ['people'],
    handles: [
      'UserRegistered',
      'UserRenamed',
      'OperatorAdded',
      'OperatorRemoved',
      'UserDeleted',
    ] satisfies IdentityEvent['type'][],
    writes(events) {
      const names = new Map<string, string>();
      const operators = new Map<string, boolean>();
      for (const { type, data } of eventsOf<IdentityEvent>(events)) {
        if (type === 'UserRegistered' || type === 'UserRenamed') names.set(data.userId, data.name);
        if (type === 'OperatorAdded' || type === 'OperatorRemoved')
          operators.set(data.userId, type === 'OperatorAdded');
      }
      const deleted = deletedBy(events);
      const canonical = [...names.values()].map(canonicalName);
      const forgotten = deleted.length === 0 ? [] : [erase, ...forgets];
      return [
        // Names first: a deletion always follows them.
        ...(names.size > 0
          ? [{ statement: register, values: [[...names.keys()], [...names.values()], canonical] }]
          : []),
        ...(operators.size > 0
          ? [{ statement: setOperators, values: [[...operators.keys()], [...operators.values()]] }]
          : []),
        ...forgotten.map((each) => ({ statement: each, values: [deleted] })),
      ];
    },
    erased: deletedBy,
  };
}

function deletedBy(events: readonly Envelope[]): string[] {
  return eventsOf<IdentityEvent>(events).flatMap(({ type, data }) => (type === 'UserDeleted' ? [data.userId] : []));
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
