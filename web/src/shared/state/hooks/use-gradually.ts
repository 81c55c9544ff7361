import { startTransition, useEffect, useState } from 'react';

/** As many rows as fill a screen, or nearly: on a phone, they are twice as high. */
const step = window.matchMedia('(max-width: 640px)').matches ? 4 : 8;

/** Only the first list after the document has come: a phone is busy enough then. */
let isOpening = true;

/**
 * How many of a list's rows are rendered. The first list of a visit begins with what fits on the
 * screen, and grows by as many each time the browser is idle enough: laying out thirty rows at once
 * held up a slow phone for a quarter of a second. Later lists, which one may come back to at any
 * place, are there at once.
 */
export function useGradually(total: number): number {
  const [shown, setShown] = useState(isOpening ? step : Infinity);
  useEffect(() => {
    isOpening = false;
    // Once the whole list is there, whatever is added to it is shown at once.
    if (shown !== Infinity) startTransition(() => setShown(shown + step < total ? shown + step : Infinity));
  }, [shown, total]);
  return Math.min(shown, total);
}
