import { useState } from 'react';

/** The kept rows, each as it is now or else as it was, and after them the rows that are new. */
export function inPlace<Row>(kept: readonly Row[], rows: readonly Row[], idOf: (row: Row) => string): readonly Row[] {
  // A map keeps the place of a key whose value changes.
  return [...new Map([...kept, ...rows].map((row) => [idOf(row), row])).values()];
}

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
  return held && kept?.of === of ? inPlace(kept.rows, rows, idOf) : rows;
}
