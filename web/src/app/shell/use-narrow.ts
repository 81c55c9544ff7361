import { useSyncExternalStore } from 'react';

const narrow = '(max-width: 900px)';

function subscribe(listener: () => void): () => void {
  const query = window.matchMedia(narrow);
  query.addEventListener('change', listener);
  return () => {
    query.removeEventListener('change', listener);
  };
}

/**
 * Whether the sidebar covers the content instead of being beside it; the same width as in
 * shell.module.css.
 */
export function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(narrow).matches);
}
