import { useSelector } from 'react-redux';
import { selectUsername } from './session.slice.ts';
import type { State } from './store-types.ts';

/** The signed-in user's name. Pages behind the session guard always have one; while signing out it is empty for a moment. */
export function useViewer(): string {
  return useSelector((state: State) => selectUsername(state)) ?? '';
}
