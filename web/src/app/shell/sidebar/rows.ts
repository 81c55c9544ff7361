/** The link that a row is about: its title, or else its first one. */
function linkOf(row: Element): HTMLElement | null {
  return row.querySelector<HTMLElement>(':is(h2, h3) a[href]') ?? row.querySelector<HTMLElement>('a[href]');
}

/** The links of a list's rows; none if its rows have none. */
function rowsOf(list: Element): readonly HTMLElement[] {
  return [...list.children].flatMap((row) => linkOf(row) ?? []);
}

/**
 * The rows of the page's list: of the one that has the focus, or else of the tallest, since tags
 * or suggestions may come first. A list has a name and is in no other list.
 */
function currentRows(): readonly HTMLElement[] {
  const lists = [...document.querySelectorAll('main :is(ul, ol)[aria-label]')]
    .filter((list) => !list.parentElement?.closest('li, nav'))
    .sort((one, other) => other.clientHeight - one.clientHeight);
  const focused = lists.find((list) => list.contains(document.activeElement));
  return [focused, ...lists].map((list) => (list ? rowsOf(list) : [])).find((rows) => rows.length > 0) ?? [];
}

/** Moves the focus to the next row (1) or the previous one (-1). */
export function stepThroughRows(step: 1 | -1): void {
  const rows = currentRows();
  const at = rows.findIndex(
    (row) => row === document.activeElement || row.closest('li')?.contains(document.activeElement),
  );
  const next = at < 0 ? firstInView(rows) : rows[at + step];
  next?.focus({ preventScroll: true });
  next?.closest('li')?.scrollIntoView({ block: 'nearest' });
}

/** A reader who has scrolled keeps their place. */
function firstInView(rows: readonly HTMLElement[]): HTMLElement | undefined {
  const header = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
  return rows.find((row) => row.getBoundingClientRect().top >= header) ?? rows[0];
}
