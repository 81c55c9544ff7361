import { useState } from 'react';
import { useLocation } from 'react-router';

/**
 * State of what was opened on a page, in a part of the frame that outlives it: undefined again once
 * that page is left. A setter belongs to the page on which it was made, however late it is called.
 */
export function usePageState<Value>(): readonly [
  value: Value | undefined,
  set: (value: Value) => void,
  clear: () => void,
] {
  const { key } = useLocation();
  const [state, setState] = useState<{ readonly value: Value; readonly page: string }>();
  const clear = () => setState(undefined);
  const current = state?.page === key ? state : undefined;
  // Or Back would bring it back.
  if (state && !current) clear();
  return [current?.value, (value) => setState({ value, page: key }), clear];
}
