import { createContext, useContext } from 'react';

/** Whether the first screen is there, and was read again once it was live. Set by the frame. */
export const Rested = createContext(true);

/**
 * Whether what the frame reads for itself may be read. Before, the first screen would share the
 * network with it, and all of it would be read again once the page is live.
 */
export function useRested(): boolean {
  return useContext(Rested);
}
