import { useMedia } from './use-media.ts';

/** Whether a rail has its place beside the page; the same width as in rail-layout.module.css. */
export function useWide(): boolean {
  return useMedia('(min-width: 1201px)');
}
