import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useLeaving } from '../../../shared/navigation/page-router.ts';

/** Debounces the slider's address changes: browsers allow only some hundred in half a minute. */
const slidingMs = 200;

/** The position in the address, at most the last; undefined if there is none. */
export function parsePlace(text: string | null, last: number): number | undefined {
  return text !== null && /^\d{1,6}$/.test(text) ? Math.min(Number(text), last) : undefined;
}

/**
 * The replay position, 0 to `last`. It is in the address (`?move=5`), so that each has a link; the
 * default is the last.
 */
export function useReplayPlace(last: number): readonly [number, (place: number) => void] {
  const [parameters, setParameters] = useSearchParams();
  const isLeaving = useLeaving();
  const addressed = parsePlace(parameters.get('move'), last);
  const [known, setKnown] = useState(addressed);
  const [shown, setShown] = useState(addressed);
  const [written, setWritten] = useState<number>();
  if (known !== addressed) {
    setKnown(addressed);
    setWritten(undefined);
    // The address follows with a delay, and another position may be selected by then.
    if (addressed !== written) setShown(addressed);
  }
  const changeAddress = useDebouncedCallback((place: number) => {
    // Navigating here would pull back a person who has already chosen another page.
    if (isLeaving()) return;
    setWritten(place);
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
    changeAddress(place);
  };
  return [shown ?? last, go];
}
