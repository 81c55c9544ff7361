import { useState } from 'react';
import { useViewerId } from '../state/hooks/use-viewer.ts';
import { draftAt } from './form-draft.ts';

/**
 * Whether a form is shown: also when nobody can post in it any more, if something is written in it
 * by then. Decided once, because later the form must not go from under somebody who copies the
 * text.
 */
export function useKeptForm(place: string, refusal: string | undefined): boolean {
  const viewerId = useViewerId();
  const [kept, setKept] = useState<boolean>();
  if (refusal === undefined) {
    if (kept !== undefined) setKept(undefined);
    return true;
  }
  if (kept !== undefined) return kept;
  const isWritten = draftAt(viewerId, place) !== undefined;
  setKept(isWritten);
  return isWritten;
}
