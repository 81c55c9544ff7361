import { type Envelope, eventsOf } from '@parlour/contracts/envelope';
import type { IdentityEvent } from '@parlour/contracts/identity';
import { statement, type Tx } from '../database/database.ts';
import type { View } from './view.ts';

const register = statement(
  'people.register',
  `insert into people (id, name) select id, name from unnest($1::text[], $2::text[]) as p(id, name) order by id
   on conflict (id) do update set name = excluded.name`,
);

/**
 * Who is called what, kept by every service from identity's log; the actor of a command is noted at once by the append, so nobody waits for this to
 * see a name. Source: architecture, "The event log and delivery", 9.
 */
export function peopleView(service: string): View {
  return {
    name: `${service}.people`,
    source: 'identity',
    tables: ['people'],
    async apply(events: readonly Envelope[], tx: Tx): Promise<void> {
      const names = new Map<string, string>();
      // The events of its source, and only those, are what a view is given.
      for (const event of eventsOf<IdentityEvent>(events)) {
        if (event.type === 'UserRegistered') names.set(event.data.userId, event.data.name);
      }
      if (names.size > 0) await tx.query(register, [[...names.keys()], [...names.values()]]);
    },
  };
}
