import { type BoundStatement, statement } from '../database/database.ts';
import { foldChanges, type RowChange, type Value } from './row-changes.ts';
import { columnOf, type Table, type TableColumn } from './table.ts';

/**
 * The statements that write a batch of changes: of each table one per kind of change and set of
 * columns, the tables in the order of `tables`.
 */
export function writesOf(tables: readonly Table[], changes: readonly RowChange[]): BoundStatement[] {
  const folded = foldChanges(changes);
  return tables.flatMap((table) => {
    const groups = new Map<string, RowChange[]>();
    for (const change of folded.get(table) ?? []) {
      const shape = [change.kind, ...Object.keys(change.set).sort(), '+', ...Object.keys(change.add).sort()].join(' ');
      const alike = groups.get(shape);
      if (alike) alike.push(change);
      else groups.set(shape, [change]);
    }
    return [...groups.values()].map((alike) => writeOf(table, alike));
  });
}

function writeOf(table: Table, changes: readonly RowChange[]): BoundStatement {
  const [{ kind, set, add }] = changes as readonly [RowChange]; // a group has one at least
  const own = table.columns.filter(({ property }) => property in set);
  const added = table.columns.filter(({ property }) => property in add);
  const given = [...table.keys, ...own, ...added];
  const source = changes.length === 1 ? oneRow(given) : manyRows(given);
  const text = { insert, upsert, update, increase, remove }[kind]({ table, source, own, added });
  // Whole rows differ in the derived columns that they say themselves alone.
  const isWhole = kind === 'insert' || kind === 'upsert';
  const telling = [...own, ...added].filter(({ property }) => !isWhole || property in table.derived);
  const parts = [
    table.name,
    kind,
    ...telling.map(({ property }) => property),
    ...(changes.length === 1 ? [] : ['many']),
  ];
  const rows = changes.map((change) => given.map((column) => valueOf(change, column)));
  return {
    statement: statement(shortened(parts.join('.'), text), text),
    values: changes.length === 1 ? (rows[0] ?? []) : given.map((_, index) => rows.map((row) => row[index])),
  };
}

interface Parts {
  readonly table: Table;
  /** SQL: the rows that are given, as `n`. */
  readonly source: string;
  readonly own: readonly TableColumn[];
  readonly added: readonly TableColumn[];
}

function insert(parts: Parts): string {
  return `${insertion(parts)} on conflict do nothing`;
}

function upsert(parts: Parts): string {
  const set = [...parts.own, ...parts.added].map(({ name }) => `${name} = excluded.${name}`);
  return `${insertion(parts)} on conflict (${namesOf(parts.table.keys)}) do ${
    set.length === 0 ? 'nothing' : `update set ${set.join(', ')}`
  }`;
}

function increase(parts: Parts): string {
  const { table, added } = parts;
  const set = added.map(({ name }) => `${name} = ${table.name}.${name} + excluded.${name}`);
  return `${insertion(parts)} on conflict (${namesOf(table.keys)}) do update set ${set.join(', ')}`;
}

function insertion({ table, source, own, added }: Parts): string {
  const given = [...table.keys, ...own, ...added];
  const derived = Object.entries(table.derived)
    .map(([property, sql]) => ({ column: columnOf(table, property), sql }))
    .filter(({ column }) => !given.includes(column));
  const columns = [...given, ...derived.map(({ column }) => column)];
  const values = [...given.map(readColumn), ...derived.map(({ sql }) => sql)];
  return `insert into ${table.name} (${namesOf(columns)}) select ${values.join(', ')} from ${source}`;
}

function update({ table, source, own, added }: Parts): string {
  const set = [
    ...own.map((column) => `${column.name} = ${readColumn(column)}`),
    ...added.map(({ name }) => `${name} = t.${name} + n.${name}`),
  ];
  return `update ${table.name} t set ${set.join(', ')} from ${source} where ${isSameRow(table)}`;
}

function remove({ table, source }: Parts): string {
  return `delete from ${table.name} t using ${source} where ${isSameRow(table)}`;
}

function isSameRow({ keys }: Table): string {
  return keys.map(({ name }) => `t.${name} = n.${name}`).join(' and ');
}

/** One row is planned as one; of a list PostgreSQL expects ten rows. */
function oneRow(columns: readonly TableColumn[]): string {
  return `(select ${columns.map((column, index) => `$${index + 1}::${typeOf(column)} as ${column.name}`).join(', ')}) n`;
}

function manyRows(columns: readonly TableColumn[]): string {
  const lists = columns.map((column, index) => `$${index + 1}::${typeOf(column)}[]`);
  return `unnest(${lists.join(', ')}) as n(${namesOf(columns)})`;
}

/** Arrays travel as JSON: PostgreSQL has no list of lists of different lengths. */
function typeOf({ type, isArray }: TableColumn): string {
  return isArray ? 'text' : type;
}

function readColumn({ name, type, isArray }: TableColumn): string {
  return isArray ? `array(select json_array_elements_text(n.${name}::json))::${type}[]` : `n.${name}`;
}

function valueOf(change: RowChange, { property, isArray }: TableColumn): Value {
  const value = change.key[property] ?? change.set[property] ?? change.add[property] ?? null;
  return isArray ? JSON.stringify(value) : value;
}

function namesOf(columns: readonly TableColumn[]): string {
  return columns.map(({ name }) => name).join(', ');
}

/** PostgreSQL tells names apart by their first 63 bytes. */
function shortened(name: string, text: string): string {
  if (name.length <= 63) return name;
  let hash = 0;
  for (let index = 0; index < text.length; index++) hash = (Math.imul(hash, 31) + text.charCodeAt(index)) >>> 0;
  return `${name.slice(0, 54)}.${hash.toString(36)}`;
}
