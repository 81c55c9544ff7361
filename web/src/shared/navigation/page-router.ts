import { createContext, useContext } from 'react';
import { useLocation, type DataRouter, type Location } from 'react-router';

/** The page's router, which knows the next location before it renders. */
export const PageRouter = createContext<DataRouter | undefined>(undefined);

/** Provides the router to the components below. */
export function usePageRouter(): DataRouter {
  const router = useContext(PageRouter);
  if (!router) throw new Error('There is no PageRouter around this.');
  return router;
}

/** The current location, or the next one while it loads. */
function destination({ state: { location, navigation } }: DataRouter): Location {
  return navigation.location ?? location;
}

/**
 * Returns a function that tells whether the person has left, or is leaving, the address of the last
 * render.
 */
export function useLeaving(): (of?: 'page' | 'address') => boolean {
  const router = usePageRouter();
  const { pathname, search } = useLocation();
  return (of = 'page') => {
    const next = destination(router);
    return next.pathname !== pathname || (of === 'address' && next.search !== search);
  };
}
