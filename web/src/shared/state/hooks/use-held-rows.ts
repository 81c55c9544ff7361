import { useState } from 'react';

/** The kept rows, each as it is now or else as it was, and after them the rows that are new. */
function inPlace<Row>(kept: readonly Row[], rows: readonly Row[], idOf: (row: Row) => string): readonly Row[] {
  // A map keeps the place of a key whose value changes.
  return [...new Map([...kept, ...rows].map((row) => [idOf(row), row])).values()];
}

type Lists<Name extends string, Row> = Readonly<Record<Name, readonly Row[]>>;

interface Hold<Row> {
  readonly held: boolean;
  /** Names what is listed; of something else, all rows are new. */
  readonly of: string;
  readonly idOf: (row: Row) => string;
  /**
   * What becomes of new rows: they come last, or wait until the list is free. Where news come
   * first, those `below` the known ones are loaded from further down and come last, others wait.
   */
  readonly arrivals?: 'last' | 'below' | 'wait';
}

/**
 * The rows of several lists, each in its place in its list while they are `held`, as what it is
 * now, or as it was if it is gone. One that has changed lists stays where it was.
 */
export function useHeldLists<Name extends string, Row>(
  lists: Lists<Name, Row>,
  { held, of, idOf, arrivals = 'last' }: Hold<Row>,
): Lists<Name, Row> {
  const [kept, setKept] = useState<{ readonly of: string; readonly lists: Lists<Name, Row> }>();
  if (!held) {
    if (kept) setKept(undefined);
    return lists;
  }
  const isKept = kept?.of === of;
  const before = isKept ? kept.lists : lists;
  const names = Object.keys(lists) as Name[]; // of this very record
  const placesIn = (some: Lists<Name, Row>) =>
    names.flatMap((name) => some[name].map((row) => [idOf(row), name] as const));
  const known = new Map(placesIn(before));
  const all = placesIn(lists);
  const lastKnown = all.findLastIndex(([id]) => known.has(id));
  const arrived = all.slice({ last: 0, below: lastKnown + 1, wait: all.length }[arrivals]);
  const places = new Map([...arrived, ...known]);
  const now = names.flatMap((name) => lists[name]);
  const rowsOf = (name: Name) => now.filter((row) => places.get(idOf(row)) === name);
  const shown = Object.fromEntries(names.map((name) => [name, inPlace(before[name], rowsOf(name), idOf)])) as Lists<
    Name,
    Row
  >; // the same names
  // What has come is kept too: the next ones must not move it either.
  if (!isKept || places.size > known.size) setKept({ of, lists: shown });
  return shown;
}

/** The same for a single list. */
export function useHeldRows<Row>(rows: readonly Row[], hold: Hold<Row>): readonly Row[] {
  return useHeldLists({ rows }, hold).rows;
}
