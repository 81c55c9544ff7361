import { type AnyEvent, type Envelope, type EnvelopeOf, eventsOf, type Source } from '@parlour/contracts/envelope';
import type { BoundStatement, Tx } from '../database/database.ts';
import type { RowChange } from './row-changes.ts';
import { type EntityClass, tableOf } from './table.ts';
import type { View } from './view.ts';
import { writesOf } from './write-changes.ts';

/** What an event of each type does to rows. A type that is not named changes nothing. */
export type Changes<Event extends AnyEvent> = {
  readonly [Type in Event['type']]?: (
    event: EnvelopeOf<Extract<Event, { readonly type: Type }>>,
  ) => readonly RowChange[];
};

/** A read model as a pure function from events to changes of rows. */
export interface Projection<Event extends AnyEvent> {
  /** `<service>.<what>`, as `npm run rebuild` names it. */
  readonly name: string;
  readonly source: Source;
  /** In the order in which they are written. */
  readonly entities: readonly EntityClass[];
  readonly changes: Changes<Event>;
  /**
   * The way out, for what depends on rows that are there already: SQL that runs after the rows of
   * the batch are written. It must come to the same whether events come together or one by one.
   */
  readonly after?: (events: readonly EnvelopeOf<Event>[]) => readonly BoundStatement[];
}

/**
 * A projection as a view: a batch is folded, and written by one statement per table and kind of
 * change.
 */
export function projection<Event extends AnyEvent>(definition: Projection<Event>): View {
  const tables = definition.entities.map(tableOf);
  return {
    name: definition.name,
    source: definition.source,
    tables: tables.map(({ name }) => name),
    async apply(envelopes: readonly Envelope[], tx: Tx): Promise<void> {
      const events = eventsOf<Event>(envelopes);
      const writes = [
        ...writesOf(tables, changesOf(definition.changes, events)),
        ...(definition.after?.(events) ?? []),
      ];
      // Sent together, carried out in this order: they cost one round trip.
      await Promise.all(writes.map((write) => tx.query(write.statement, write.values)));
    },
  };
}

/** The changes of a list of events, in their order. */
export function changesOf<Event extends AnyEvent>(
  changes: Changes<Event>,
  events: readonly EnvelopeOf<Event>[],
): readonly RowChange[] {
  return events.flatMap((event) => {
    const type = event.type as Event['type']; // of its own union
    const change = changes[type] as ((event: EnvelopeOf<Event>) => readonly RowChange[]) | undefined; // its type's
    return change?.(event) ?? [];
  });
}
