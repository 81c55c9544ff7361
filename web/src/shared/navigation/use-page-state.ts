import { useState } from 'react';
import { useLocation, useNavigation } from 'react-router';

/**
 * State of what was opened on a page, in a part of the frame that outlives it: undefined again once
 * that page is left. A setter belongs to the page on which it was made, however late it is called,
 * and to the one that was on its way then: who opens something meanwhile keeps it.
 */
export function usePageState<Value>(): readonly [
  value: Value | undefined,
  set: (value: Value) => void,
  clear: () => void,
] {
  const { key } = useLocation();
  const arriving = useNavigation().location?.key;
  const [state, setState] = useState<{ readonly value: Value; readonly pages: readonly (string | undefined)[] }>();
  const clear = () => setState(undefined);
  const current = state?.pages.includes(key) ? state : undefined;
  // Or Back would bring it back.
  if (state && !current) clear();
  return [current?.value, (value) => setState({ value, pages: [key, arriving] }), clear];
}
