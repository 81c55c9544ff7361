import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';
import { useSearchParams } from 'react-router';

/** Sliding faster than this changes the address once: browsers refuse more than some hundred changes in half a minute. */
const slidingMs = 200;

/** The position that an address asks for, at most the last; undefined where it asks for none. */
export function parsePlace(text: string | null, last: number): number | undefined {
  return text !== null && /^\d{1,6}$/.test(text) ? Math.min(Number(text), last) : undefined;
}

/** Which of the positions 0 to `last` is looked at: the address says it (`?move=5`), so that each has a link; else the last. */
export function useReplayPlace(last: number): readonly [number, (place: number) => void] {
  const [parameters, setParameters] = useSearchParams();
  const addressed = parsePlace(parameters.get('move'), last);
  const [known, setKnown] = useState(addressed);
  const [shown, setShown] = useState(addressed);
  const [told, setTold] = useState<number>();
  if (known !== addressed) {
    setKnown(addressed);
    setTold(undefined);
    // The address comes late with what it was told, and another position may be chosen by then.
    if (addressed !== told) setShown(addressed);
  }
  const tellAddress = useDebouncedCallback((place: number) => {
    setTold(place);
    setParameters(
      (before) => {
        before.set('move', String(place));
        return before;
      },
      { replace: true, preventScrollReset: true },
    );
  }, slidingMs);
  const go = (place: number) => {
    setShown(place);
    tellAddress(place);
  };
  return [shown ?? last, go];
}
