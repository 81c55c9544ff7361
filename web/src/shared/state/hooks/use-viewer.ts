import { useSelector } from 'react-redux';
import { selectUserId, selectUsername } from '../session.slice.ts';
import type { State } from '../store.ts';

/**
 * The signed-in user's name. Pages behind the session guard always have one; it is empty for a
 * moment while signing out.
 */
export function useViewer(): string {
  return useSelector((state: State) => selectUsername(state)) ?? '';
}

/** The signed-in user's id: unlike the name, it never changes. Empty when `useViewer` is. */
export function useViewerId(): string {
  return useSelector((state: State) => selectUserId(state)) ?? '';
}
