import { createHash } from 'node:crypto';
import { type BoundStatement, statement, type Statement } from '../database/database.ts';
import { foldChanges, type RowChange, type Value } from './row-changes.ts';
import type { Table, TableColumn } from './table.ts';

/**
 * The statements that write a batch of changes: one per table, kind of change and set of columns,
 * the tables in the order of `tables`.
 */
export function writesOf(tables: readonly Table[], changes: readonly RowChange[]): BoundStatement[] {
  const folded = foldChanges(changes);
  return tables.flatMap((table) => {
    const shapes = new Map<string, RowChange[]>();
    for (const change of folded.get(table) ?? []) {
      const shape = shapeOf(change);
      const alike = shapes.get(shape);
      if (alike) alike.push(change);
      else shapes.set(shape, [change]);
    }
    return [...shapes].map(([shape, alike]) => writeOf(table, shape, alike));
  });
}

/** The kind and the columns of a change: changes of one shape are written by one statement. */
function shapeOf({ table, kind, key, set, add, first }: RowChange): string {
  const required = table.columns.filter(({ property }) => !(property in key) && !(property in table.derived));
  const isWhole = required.every(({ property }) => property in set);
  // Whole rows differ in derived columns alone.
  const named = Object.keys(set).filter((property) => !isWhole || property in table.derived);
  const added = Object.keys(add).map((property) => `+${property}`);
  const firsts = Object.keys(first).map((property) => `?${property}`);
  const conditions = kind === 'removeWhere' ? Object.keys(key) : [];
  return [kind, ...conditions.sort(), ...named.sort(), ...added.sort(), ...firsts.sort()].join('.');
}

/** A statement of one shape, and the columns that its parameters stand for. */
interface Writer {
  readonly statement: Statement;
  readonly given: readonly TableColumn[];
}

/** Shapes are few and repeat with every command, so each is put into SQL once. */
const writers = new WeakMap<Table, Map<string, Writer>>();

function writeOf(table: Table, shape: string, changes: readonly RowChange[]): BoundStatement {
  const [first] = changes as readonly [RowChange]; // a shape has one at least
  const isOne = changes.length === 1;
  const name = `${table.name}.${shape}${isOne ? '' : '.many'}`;
  const ofTable = writers.get(table) ?? new Map<string, Writer>();
  writers.set(table, ofTable);
  const writer = ofTable.get(name) ?? writerOf(name, first, isOne);
  ofTable.set(name, writer);
  const { given } = writer;
  const values = isOne
    ? given.map((column) => valueOf(first, column))
    : given.map((column) => changes.map((change) => valueOf(change, column)));
  return { statement: writer.statement, values };
}

function writerOf(name: string, { table, kind, key, set, add, first }: RowChange, isOne: boolean): Writer {
  const among = (values: object): TableColumn[] => table.columns.filter(({ property }) => property in values);
  const [setColumns, addColumns] = [among(set), among(add)];
  const firstColumns = among(first).filter((column) => !setColumns.includes(column) && !addColumns.includes(column));
  const given = [...among(key), ...setColumns, ...addColumns, ...firstColumns];
  const parts = { table, source: isOne ? oneRow(given) : manyRows(given), given, setColumns, addColumns };
  const text = { insert, upsert: increase, update, increase, remove, removeWhere: remove }[kind](parts);
  return { statement: statement(shortened(name), text), given };
}

interface Parts {
  readonly table: Table;
  /** SQL: the given rows, as `n`. */
  readonly source: string;
  readonly given: readonly TableColumn[];
  readonly setColumns: readonly TableColumn[];
  readonly addColumns: readonly TableColumn[];
}

function insert(parts: Parts): string {
  return `${insertion(parts, derivedOf(parts))} on conflict do nothing`;
}

/**
 * A row that is there already gets the columns that are set, what follows from them, and the sums.
 */
function increase(parts: Parts): string {
  const { table, setColumns, addColumns } = parts;
  const derived = derivedOf(parts);
  const replaced = setColumns.length > 0 ? [...setColumns, ...derived] : [];
  const set = [
    ...replaced.map(({ name }) => `${name} = excluded.${name}`),
    ...addColumns.map(({ name }) => `${name} = ${table.name}.${name} + excluded.${name}`),
  ];
  const action = set.length === 0 ? 'nothing' : `update set ${set.join(', ')}`;
  return `${insertion(parts, derived)} on conflict (${namesOf(table.keys)}) do ${action}`;
}

/** The derived columns that the rows don't give themselves. */
function derivedOf({ table, given }: Parts): TableColumn[] {
  return table.columns.filter((column) => column.property in table.derived && !given.includes(column));
}

function insertion({ table, source, given }: Parts, derived: readonly TableColumn[]): string {
  const values = [...given.map(readColumn), ...derived.map(({ property }) => table.derived[property])];
  return `insert into ${table.name} (${namesOf([...given, ...derived])}) select ${values.join(', ')} from ${source}`;
}

function update({ table, source, setColumns, addColumns }: Parts): string {
  const set = [
    ...setColumns.map((column) => `${column.name} = ${readColumn(column)}`),
    ...addColumns.map(({ name }) => `${name} = t.${name} + n.${name}`),
  ];
  return `update ${table.name} t set ${set.join(', ')} from ${source} where ${areEqual(table.keys)}`;
}

function remove({ table, source, given }: Parts): string {
  return `delete from ${table.name} t using ${source} where ${areEqual(given)}`;
}

function areEqual(columns: readonly TableColumn[]): string {
  return columns.map(({ name }) => `t.${name} = n.${name}`).join(' and ');
}

/** A single row without `unnest`, for which PostgreSQL would plan ten rows. */
function oneRow(columns: readonly TableColumn[]): string {
  return `(select ${columns.map((column, index) => `$${index + 1}::${typeOf(column)} as ${column.name}`).join(', ')}) n`;
}

function manyRows(columns: readonly TableColumn[]): string {
  const lists = columns.map((column, index) => `$${index + 1}::${typeOf(column)}[]`);
  return `unnest(${lists.join(', ')}) as n(${namesOf(columns)})`;
}

/** Arrays are sent as JSON: PostgreSQL has no arrays of arrays with different lengths. */
function typeOf({ type, isArray }: TableColumn): string {
  return isArray ? 'text' : type;
}

function readColumn({ name, type, isArray }: TableColumn): string {
  return isArray ? `array(select json_array_elements_text(n.${name}::json))::${type}[]` : `n.${name}`;
}

function valueOf(change: RowChange, { property, isArray }: TableColumn): Value {
  const value = change.key[property] ?? change.set[property] ?? change.add[property] ?? change.first[property] ?? null;
  return isArray ? JSON.stringify(value) : value;
}

function namesOf(columns: readonly TableColumn[]): string {
  return columns.map(({ name }) => name).join(', ');
}

/** PostgreSQL cuts names after 63 bytes. */
function shortened(name: string): string {
  if (name.length <= 63) return name;
  return `${name.slice(0, 50)}.${createHash('sha256').update(name).digest('hex').slice(0, 12)}`;
}
