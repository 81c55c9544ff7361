import { useRef } from 'react';
import { useBlocker } from 'react-router';

/**
 * Tells whether somebody is on the way to another page. Asked of the router as he sets out, for a page that is busy learns of it by rendering only after
 * what it has still to do; that would lead him back.
 */
export function useLeaving(): () => boolean {
  const leaving = useRef(false);
  // Blocks nothing: it is what hears of each navigation before it begins.
  useBlocker(({ currentLocation, nextLocation }) => {
    leaving.current = nextLocation.pathname !== currentLocation.pathname;
    return false;
  });
  return () => leaving.current;
}
