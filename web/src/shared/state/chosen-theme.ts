import { inBrowser } from './browser-storage.ts';

/** Where a browser keeps what its person chose: `light`, `dark`, or `auto`, what the system has. */
export const themeKey = 'parlour.theme';

/** The chosen theme; undefined for what the system has. */
export function chosenTheme(): 'light' | 'dark' | undefined {
  const kept = inBrowser((storage) => storage.getItem(themeKey));
  return kept === 'light' || kept === 'dark' ? kept : undefined;
}
