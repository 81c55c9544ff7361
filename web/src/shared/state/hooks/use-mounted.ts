import { type RefObject, useEffect, useRef } from 'react';

/** Whether what calls it is still on the page, for what follows a call. */
export function useMounted(): RefObject<boolean> {
  const mounted = useRef(false);
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);
  return mounted;
}
