import { useDeferredValue } from 'react';

/**
 * A value that is first shown a moment after it has arrived. React renders what an arrival changes
 * in slices of five milliseconds, so that a slow phone answers touches meanwhile; a change of the
 * store it would render in one go. Later values, and none, count at once.
 */
export function useArrival<Value>(value: Value | undefined): Value | undefined {
  const isAbsent = useDeferredValue(value === undefined);
  return isAbsent ? undefined : value;
}
