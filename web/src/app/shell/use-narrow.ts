import { useMedia } from '../../shared/state/use-media.ts';

// The same widths as in shell.module.css and phone-bar.module.css.

/** Whether the sidebar covers the content instead of being beside it. */
export function useNarrow(): boolean {
  return useMedia('(max-width: 900px)');
}

/** Whether there is a bar at the foot of the screen. */
export function usePhone(): boolean {
  return useMedia('(max-width: 640px)');
}
