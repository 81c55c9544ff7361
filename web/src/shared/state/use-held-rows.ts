import { useState } from 'react';

/**
 * The rows of a list, each in its place while the list is `held`: a row that is gone stays as it
 * was, and new ones come after it. `of` names what is listed; of something else, all rows are new.
 */
export function useHeldRows<Row>(
  rows: readonly Row[],
  { held, of, idOf }: { readonly held: boolean; readonly of: string; readonly idOf: (row: Row) => string },
): readonly Row[] {
  const [kept, setKept] = useState<{ readonly of: string; readonly rows: readonly Row[] }>();
  if (held && kept?.of !== of) setKept({ of, rows });
  if (!held && kept) setKept(undefined);
  if (!held || kept?.of !== of) return rows;
  const now = new Map(rows.map((row) => [idOf(row), row]));
  return [...new Map([...kept.rows, ...rows].map((row) => [idOf(row), now.get(idOf(row)) ?? row])).values()];
}
