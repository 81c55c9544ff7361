import { createContext, useContext } from 'react';

const Why = createContext<string | undefined>(undefined);

/**
 * Provides why nobody can add to the posts below it, or change them, such as a closed community.
 * Deleting is still possible.
 */
export const ReadOnlyPosts = Why.Provider;

/** Why the posts of this place are read-only; undefined if they are not. */
export function useReadOnly(): string | undefined {
  return useContext(Why);
}
