import { useMediaQuery } from '@mantine/hooks';

// The same widths as in rail-layout.module.css, shell.module.css and phone-bar.module.css.

/** Whether a rail has its place beside the page. */
export const useWide = (): boolean => useMedia('(min-width: 1201px)');

/** Whether the sidebar covers the content instead of being beside it. */
export const useNarrow = (): boolean => useMedia('(max-width: 900px)');

/** Whether there is a bar at the foot of the screen. */
export const usePhone = (): boolean => useMedia('(max-width: 640px)');

/** Whether people write and choose with their fingers, as on a phone. */
export const useTouch = (): boolean => useMedia('(pointer: coarse)');

/** Known at the first render, so that nothing moves after it. */
function useMedia(query: string): boolean {
  return useMediaQuery(query, undefined, { getInitialValueInEffect: false });
}
