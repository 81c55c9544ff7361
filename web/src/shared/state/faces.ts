import { canonicalName } from '@parlour/contracts/text/checks';
import { useEffect, useSyncExternalStore } from 'react';

/** The address of somebody's picture; null for those who have none. */
export type FaceAddress = string | null;

/**
 * The pictures of people by their canonical names, as far as they are known. Most places that show
 * somebody have only a name, so those who are shown are asked for together, once: by faces.api.ts,
 * which comes after the first screen, as does all that it alone needs.
 */
export const faces = new Map<string, FaceAddress>();

/** The canonical names of those who are shown, but not known and not asked for. */
export const wanted = new Set<string>();

/** Called when somebody is wanted, and when something is known. */
export const listeners = { onWanted: (): void => undefined, onKnown: new Set<() => void>() };

function listen(listener: () => void): () => void {
  listeners.onKnown.add(listener);
  return () => listeners.onKnown.delete(listener);
}

/** The address of somebody's picture; `known` is what a row says: an event may have changed it. */
export function useFace(username: string, known?: FaceAddress): FaceAddress | undefined {
  const name = canonicalName(username);
  const face = useSyncExternalStore(listen, () => faces.get(name));
  useEffect(() => {
    if (face !== undefined) return;
    if (known === undefined) {
      wanted.add(name);
      listeners.onWanted();
    } else faces.set(name, known);
  }, [name, face, known]);
  return face === undefined ? known : face;
}
