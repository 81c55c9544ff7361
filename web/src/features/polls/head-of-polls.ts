/** The head of the polls around an element; it gets the focus when a poll goes elsewhere. */
export function headOfPolls(inside: Element | null | undefined): HTMLElement | null {
  return inside?.closest('section')?.querySelector('h2') ?? null;
}
