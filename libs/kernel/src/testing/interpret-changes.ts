import type { RowChange, Value, Values } from '../view/row-changes.ts';

/** Rows of one table in memory, by their keys. */
type Rows = Map<string, Record<string, Value>>;

/**
 * What the tables hold after these changes, one by one: by table, in the order of the keys.
 * @param derive adds the derived columns of a new row
 */
export function interpretChanges(
  changes: readonly RowChange[],
  derive: (row: Record<string, Value>) => Record<string, Value> = (row) => row,
): Record<string, readonly Values[]> {
  const tables = new Map<string, Rows>();
  for (const change of changes) {
    const rows: Rows = tables.get(change.table.name) ?? new Map();
    tables.set(change.table.name, rows);
    interpret(rows, change, derive);
  }
  return Object.fromEntries(
    [...tables].map(([name, rows]) => [
      name,
      [...rows].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row),
    ]),
  );
}

function interpret(
  rows: Rows,
  { kind, key, set, add, first }: RowChange,
  derive: (row: Record<string, Value>) => Record<string, Value>,
): void {
  const id = JSON.stringify(Object.values(key));
  const row = rows.get(id);
  switch (kind) {
    case 'insert':
      if (!row) rows.set(id, derive({ ...key, ...set }));
      break;
    case 'upsert':
      rows.set(id, derive({ ...key, ...set }));
      break;
    case 'update':
      if (row) rows.set(id, plus({ ...row, ...set }, add));
      break;
    case 'increase':
      rows.set(id, row ? plus({ ...row, ...set }, add) : derive({ ...key, ...first, ...add, ...set }));
      break;
    case 'remove':
      rows.delete(id);
      break;
    case 'removeWhere':
      for (const [other, found] of rows) {
        if (Object.entries(key).every(([property, value]) => found[property] === value)) rows.delete(other);
      }
  }
}

function plus(row: Record<string, Value>, add: Readonly<Record<string, number>>): Record<string, Value> {
  const sums = { ...row };
  for (const [property, number] of Object.entries(add)) sums[property] = Number(row[property]) + number;
  return sums;
}
