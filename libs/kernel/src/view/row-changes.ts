import { type EntityClass, type Table, tableOf } from './table.ts';

/** The value of a column. */
export type Value = string | number | boolean | null | readonly string[];
/** Columns of a row by the properties of its entity. */
export type Values = Readonly<Record<string, Value>>;

/** What one event does to one row. */
export interface RowChange {
  readonly table: Table;
  readonly kind: 'insert' | 'upsert' | 'update' | 'increase' | 'remove';
  /** The columns of the primary key. */
  readonly key: Values;
  /** Columns that get these values, beside the key. */
  readonly set: Values;
  /** Columns that these numbers are added to. */
  readonly add: Readonly<Record<string, number>>;
}

type Columns<Row> = { readonly [Name in keyof Row]: Stored<Row[Name]> };
/** A date is written as the ISO-8601 text that its event has. */
type Stored<Of> = Of extends Date ? string : Of extends readonly string[] ? readonly string[] : Of;
type Numbers<Row> = { readonly [Name in keyof Row as Row[Name] extends number ? Name : never]?: number };

/** A new row. One of the same key that is there already stays as it is. */
export function insert<Row extends object>(entity: EntityClass<Row>, row: Columns<Row>): RowChange {
  return changeOf(entity, 'insert', row);
}

/** A row that takes the place of one of the same key, if there is one. */
export function upsert<Row extends object>(entity: EntityClass<Row>, row: Columns<Row>): RowChange {
  return changeOf(entity, 'upsert', row);
}

/** New values for some columns of a row that there is. */
export function patch<Row extends object>(
  entity: EntityClass<Row>,
  key: Partial<Columns<Row>>,
  set: Partial<Columns<Row>>,
): RowChange {
  return changeOf(entity, 'update', { ...key, ...set });
}

/** Adds to columns of a row that there is, and sets others. */
export function add<Row extends object>(
  entity: EntityClass<Row>,
  key: Partial<Columns<Row>>,
  numbers: Numbers<Row>,
  set: Partial<Columns<Row>> = {},
): RowChange {
  return changeOf(entity, 'update', { ...key, ...set }, numbers as Readonly<Record<string, number>>); // its values are numbers
}

/**
 * Adds to the counters of a row, which begins with these numbers, and with `first`, if it is new.
 */
export function increase<Row extends object>(
  entity: EntityClass<Row>,
  key: Partial<Columns<Row>>,
  numbers: Numbers<Row>,
  first: Partial<Columns<Row>> = {},
): RowChange {
  return changeOf(entity, 'increase', { ...key, ...first }, numbers as Readonly<Record<string, number>>); // its values are numbers
}

/** Takes a row away; nothing happens if there is none. */
export function remove<Row extends object>(entity: EntityClass<Row>, key: Partial<Columns<Row>>): RowChange {
  return changeOf(entity, 'remove', key);
}

function changeOf(
  entity: EntityClass,
  kind: RowChange['kind'],
  row: object,
  numbers: Readonly<Record<string, number>> = {},
): RowChange {
  const table = tableOf(entity);
  const values = row as Values; // typed by the functions above
  const key = Object.fromEntries(table.keys.map(({ property }) => [property, present(values[property], property)]));
  const set = Object.fromEntries(Object.entries(values).filter(([property]) => !(property in key)));
  return { table, kind, key, set, add: numbers };
}

function present(value: Value | undefined, property: string): Value {
  if (value === undefined) throw new Error(`a change of a row does not say its ${property}`);
  return value;
}

/**
 * The changes of a batch as one change per row, by table, in the order of each row's first change.
 */
export function foldChanges(changes: readonly RowChange[]): Map<Table, readonly RowChange[]> {
  const rows = new Map<Table, Map<string, RowChange>>();
  for (const change of changes) {
    const ofTable = rows.get(change.table) ?? new Map<string, RowChange>();
    rows.set(change.table, ofTable);
    const name = JSON.stringify(Object.values(change.key));
    const before = ofTable.get(name);
    ofTable.set(name, before ? combined(before, change) : change);
  }
  return new Map([...rows].map(([table, ofTable]) => [table, [...ofTable.values()]]));
}

/** Two changes of one row as one. Which columns a row has depends on what it is known to be. */
function combined(before: RowChange, change: RowChange): RowChange {
  if (change.kind === 'remove' || change.kind === 'upsert') return change;
  switch (before.kind) {
    case 'remove':
      if (change.kind === 'update') return before;
      // In the place of a row that may still be there.
      return { ...change, kind: 'upsert', set: { ...change.set, ...change.add }, add: {} };
    case 'insert':
    case 'upsert':
      return change.kind === 'insert' ? before : { ...before, set: withChange(before.set, change) };
    case 'update':
      if (change.kind !== 'update') throw new Error(`a row of ${change.table.name} was changed before it was made`);
      return updated(before, change);
    case 'increase':
      if (change.kind === 'insert') throw new Error(`a row of ${change.table.name} was counted before it was made`);
      return updated(before, change);
  }
}

function withChange(row: Values, { kind, set, add: numbers }: RowChange): Values {
  const changed: Record<string, Value> = { ...row, ...(kind === 'update' && set) };
  for (const [property, number] of Object.entries(numbers)) changed[property] = Number(changed[property] ?? 0) + number;
  return changed;
}

/** Later values replace earlier ones and what was added; later numbers are added to either. */
function updated(before: RowChange, change: RowChange): RowChange {
  const isFirst = change.kind === 'increase';
  const set: Record<string, Value> = isFirst ? { ...before.set } : { ...before.set, ...change.set };
  const numbers: Record<string, number> = { ...before.add };
  if (!isFirst) for (const property of Object.keys(change.set)) delete numbers[property];
  for (const [property, number] of Object.entries(change.add)) {
    const held = set[property];
    if (typeof held === 'number') set[property] = held + number;
    else numbers[property] = (numbers[property] ?? 0) + number;
  }
  return { ...before, set, add: numbers };
}
