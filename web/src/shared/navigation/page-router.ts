import { createContext, useContext } from 'react';
import { useLocation, type DataRouter, type Location } from 'react-router';

/** The page's router: it knows where somebody is going before anything is drawn. */
export const PageRouter = createContext<DataRouter | undefined>(undefined);

/** The router of the page around this. */
export function usePageRouter(): DataRouter {
  const router = useContext(PageRouter);
  if (!router) throw new Error('There is no PageRouter around this.');
  return router;
}

/** Where somebody is, or is going while the next page loads. */
function destination({ state: { location, navigation } }: DataRouter): Location {
  return navigation.location ?? location;
}

/** Tells whether somebody has left the address at which this was last drawn, or is about to. */
export function useLeaving(): (of?: 'page' | 'address') => boolean {
  const router = usePageRouter();
  const { pathname, search } = useLocation();
  return (of = 'page') => {
    const next = destination(router);
    return next.pathname !== pathname || (of === 'address' && next.search !== search);
  };
}
