import { useSelector } from 'react-redux';
import { selectUsername } from './session.slice.ts';
import type { State } from './store.ts';

/**
 * The signed-in user's name. Pages behind the session guard always have one; it is empty for a
 * moment while signing out.
 */
export function useViewer(): string {
  return useSelector((state: State) => selectUsername(state)) ?? '';
}
