import { useLocation } from 'react-router';

/**
 * The key of a search box whose text is in the address, to pass on in the state of each navigation
 * that it causes: typing changes the address, but must not replace the box.
 */
export function useSearchBox(): string {
  const { key, state } = useLocation() as { key: string; state: unknown }; // its type says any
  const kept = typeof state === 'object' && state !== null && 'box' in state ? state.box : undefined;
  return typeof kept === 'string' ? kept : key;
}
