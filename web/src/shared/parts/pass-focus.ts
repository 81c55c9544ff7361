/**
 * Gives the focus of a button that is used up, and about to be disabled or gone, to what came of it; else the next Tab or the screen reader would begin
 * anew at the top. Whoever has gone on to somewhere else meanwhile stays there.
 */
export function passFocus(button: HTMLElement, place: HTMLElement | null): void {
  const { activeElement, body } = document;
  if (activeElement === button || activeElement === body || activeElement === null) {
    place?.focus({ preventScroll: true });
  }
}
