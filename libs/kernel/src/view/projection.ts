import { type AnyEvent, type Envelope, type EnvelopeOf, eventsOf, type Source } from '@parlour/contracts/envelope';
import type { BoundStatement, Statement, Tx } from '../database/database.ts';
import type { RowChange } from './row-changes.ts';
import { type EntityClass, tableOf } from './table.ts';
import type { View } from './view.ts';
import { writesOf } from './write-changes.ts';

/**
 * The row changes for each event type. A type without an entry changes nothing: `before` and
 * `after` don't get it either.
 */
export type Changes<Event extends AnyEvent> = {
  readonly [Type in Event['type']]?: (
    event: EnvelopeOf<Extract<Event, { readonly type: Type }>>,
  ) => readonly RowChange[];
};

/** A read model as a pure function from events to changes of rows. */
export interface Projection<Event extends AnyEvent> {
  /** `<service>.<name>`, as `npm run rebuild` takes it. */
  readonly name: string;
  readonly source: Source;
  /** In write order. */
  readonly entities: readonly EntityClass[];
  readonly changes: Changes<Event>;
  /**
   * An escape hatch for changes that depend on existing rows: SQL that runs after the rows of the
   * batch are written. Its result must not depend on how events are split into batches.
   */
  readonly after?: (events: readonly EnvelopeOf<Event>[]) => readonly BoundStatement[];
  /** The same, but it runs before them: it sees what the batch replaces. */
  readonly before?: (events: readonly EnvelopeOf<Event>[]) => readonly BoundStatement[];
  /** Adds to tables filled from the log what a kept table has; repeating it changes nothing. */
  readonly kept?: Statement;
}

/**
 * Makes a view of a projection: it folds a batch and writes it with one statement per table and
 * kind of change.
 */
export function projection<Event extends AnyEvent>(definition: Projection<Event>): View {
  const tables = definition.entities.map(tableOf);
  const { kept } = definition;
  return {
    name: definition.name,
    source: definition.source,
    tables: tables.map(({ name }) => name),
    handles: Object.keys(definition.changes),
    writes(envelopes: readonly Envelope[]): readonly BoundStatement[] {
      const events = eventsOf<Event>(envelopes.filter(({ type }) => Object.hasOwn(definition.changes, type)));
      return [
        ...(definition.before?.(events) ?? []),
        ...writesOf(tables, changesOf(definition.changes, events)),
        ...(definition.after?.(events) ?? []),
      ];
    },
    ...(kept && { addKept: async (tx: Tx) => void (await tx.query(kept)) }),
  };
}

/** The changes of a list of events, in order. */
function changesOf<Event extends AnyEvent>(
  changes: Changes<Event>,
  events: readonly EnvelopeOf<Event>[],
): readonly RowChange[] {
  return events.flatMap((event) => {
    const type = event.type as Event['type']; // of its own union
    const change = changes[type] as ((event: EnvelopeOf<Event>) => readonly RowChange[]) | undefined; // its type's
    return change?.(event) ?? [];
  });
}
