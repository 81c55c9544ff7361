import { type EntityClass, type Table, tableOf } from './table.ts';

/** The value of a column; an object is for `jsonb`. */
export type Value = string | number | boolean | null | readonly string[] | { readonly [field: string]: unknown };
/** Columns of a row by the properties of its entity. */
export type Values = Readonly<Record<string, Value>>;
/** Numbers to add to columns. */
export type Increments = Readonly<Record<string, number>>;

/** A change of one row, or of all rows that match a condition. */
export interface RowChange {
  readonly table: Table;
  readonly kind: 'insert' | 'upsert' | 'update' | 'increase' | 'remove' | 'removeWhere';
  /** The columns of the primary key; for `removeWhere`, those of the condition. */
  readonly key: Values;
  /** New values of columns outside the key. */
  readonly set: Values;
  /** Columns that these numbers are added to. */
  readonly add: Increments;
  /** Of an increase: further columns of a row that is new. */
  readonly first: Values;
}

/** The values of a row, as an event's change has them. */
export type Columns<Row> = { readonly [Name in keyof Row]: Stored<Row[Name]> };
/** Dates are written as ISO 8601 text, as in events. */
type Stored<Of> = Of extends Date ? string : Of extends readonly string[] ? readonly string[] : Of;
type Numbers<Row> = { readonly [Name in keyof Row as Row[Name] extends number ? Name : never]?: number };

/**
 * A new row: none of this key is there, unless this very event was applied before. Then it stays as
 * it is.
 */
export function insert<Row extends object>(entity: EntityClass<Row>, row: Columns<Row>): RowChange {
  return changeOf(entity, 'insert', row);
}

/** A row that replaces one of the same key, if there is one. */
export function upsert<Row extends object>(entity: EntityClass<Row>, row: Columns<Row>): RowChange {
  return changeOf(entity, 'upsert', row);
}

/**
 * New values for some columns of a row that is there. A patch of a column that derived columns
 * depend on names these as well.
 */
export function patch<Row extends object>(
  entity: EntityClass<Row>,
  key: Partial<Columns<Row>>,
  set: Partial<Columns<Row>>,
): RowChange {
  return changeOf(entity, 'update', key, { set });
}

/** Adds to columns of a row that is there, and sets others. */
export function add<Row extends object>(
  entity: EntityClass<Row>,
  key: Partial<Columns<Row>>,
  numbers: Numbers<Row>,
  set: Partial<Columns<Row>> = {},
): RowChange {
  return changeOf(entity, 'update', key, { set, add: numbers });
}

/** Adds to the counters of a row. A new row begins with these numbers, and with `first`. */
export function increase<Row extends object>(
  entity: EntityClass<Row>,
  key: Partial<Columns<Row>>,
  numbers: Numbers<Row>,
  first: Partial<Columns<Row>> = {},
): RowChange {
  return changeOf(entity, 'increase', key, { add: numbers, first });
}

/** Deletes a row, if it is there. */
export function remove<Row extends object>(entity: EntityClass<Row>, key: Partial<Columns<Row>>): RowChange {
  return changeOf(entity, 'remove', key);
}

/** Deletes all rows with these values. Only `insert` and `upsert` may set these columns. */
export function removeWhere<Row extends object>(entity: EntityClass<Row>, values: Partial<Columns<Row>>): RowChange {
  const table = tableOf(entity);
  if (Object.keys(values).length === 0) throw new Error(`a removal from ${table.name} names no column`);
  const key = { ...values } as Values; // the parameter's type says so
  return { table, kind: 'removeWhere', key, set: {}, add: {}, first: {} };
}

/** The functions above check the columns and their types. */
function changeOf(
  entity: EntityClass,
  kind: RowChange['kind'],
  row: object,
  parts: { readonly set?: object; readonly add?: object; readonly first?: object } = {},
): RowChange {
  const table = tableOf(entity);
  const values = row as Values; // as above
  const key = Object.fromEntries(
    table.keys.map(({ property }) => {
      const value = values[property];
      if (value === undefined) throw new Error(`a change of ${table.name} lacks ${property}`);
      return [property, value];
    }),
  );
  const rest = Object.fromEntries(Object.entries(values).filter(([property]) => !(property in key)));
  const set = { ...rest, ...parts.set };
  const added = (parts.add ?? {}) as Increments; // as above
  if ((kind === 'update' || kind === 'increase') && Object.keys({ ...set, ...added }).length === 0) {
    throw new Error(`a change of ${table.name} changes no column`);
  }
  return { table, kind, key, set, add: added, first: { ...parts.first } };
}

/**
 * Folds the changes of a batch into one per row, by table, in the order of each row's first change.
 * Removals by condition come first.
 */
export function foldChanges(changes: readonly RowChange[]): Map<Table, readonly RowChange[]> {
  const rows = new Map<Table, Map<string, RowChange>>();
  for (const change of changes) {
    const ofTable = rows.get(change.table) ?? new Map<string, RowChange>();
    rows.set(change.table, ofTable);
    if (change.kind === 'removeWhere') {
      for (const [name, row] of ofTable) if (matches(row, change.key)) ofTable.set(name, removalOf(row));
      ofTable.set(JSON.stringify(change.key), change);
      continue;
    }
    const name = JSON.stringify(Object.values(change.key));
    const before = ofTable.get(name);
    ofTable.set(name, before ? combined(before, change) : change);
  }
  return new Map([...rows].map(([table, ofTable]) => [table, removalsFirst([...ofTable.values()])]));
}

/** Whether the row of a change has these values, as far as the change says. */
function matches({ kind, key, set, first }: RowChange, values: Values): boolean {
  const row = { ...first, ...set, ...key };
  return kind !== 'removeWhere' && Object.entries(values).every(([property, value]) => row[property] === value);
}

function removalOf({ table, key }: RowChange): RowChange {
  return { table, kind: 'remove', key, set: {}, add: {}, first: {} };
}

function removalsFirst(changes: readonly RowChange[]): RowChange[] {
  const isFirst = ({ kind }: RowChange): boolean => kind === 'removeWhere';
  return [...changes.filter(isFirst), ...changes.filter((change) => !isFirst(change))];
}

/** Two changes of one row as one change. */
function combined(before: RowChange, change: RowChange): RowChange {
  // These two don't depend on what the row was.
  if (change.kind === 'remove' || change.kind === 'upsert') return change;
  if (before.kind === 'remove') {
    if (change.kind === 'update') return before;
    // The removed row may still be in the table.
    return { ...change, kind: 'upsert', set: { ...change.first, ...change.add, ...change.set }, add: {}, first: {} };
  }
  if (change.kind !== 'insert') return merged(before, change);
  // A row that was changed and is new now was removed by a condition in between, which the change
  // did not name; after any other change the row is there.
  return before.kind === 'update' ? { ...change, kind: 'upsert' } : before;
}

/** Later values replace earlier values and increments; later increments are added to either. */
function merged(before: RowChange, change: RowChange): RowChange {
  const set: Record<string, Value> = { ...before.set, ...change.set };
  const sums: Record<string, number> = { ...before.add };
  for (const property of Object.keys(change.set)) delete sums[property];
  for (const [property, number] of Object.entries(change.add)) {
    const value = set[property];
    if (typeof value === 'number') set[property] = value + number;
    else sums[property] = (sums[property] ?? 0) + number;
  }
  return { ...before, set, add: sums };
}
