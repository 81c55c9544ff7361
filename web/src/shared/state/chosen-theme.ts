import { inBrowser } from './browser-storage.ts';

/** Where a browser keeps what its person chose: `light`, `dark`, or `auto`, what the system has. */
export const themeKey = 'parlour.theme';

/** The chosen theme; undefined for what the system has. */
export function chosenTheme(): 'light' | 'dark' | undefined {
  const kept = inBrowser((storage) => storage.getItem(themeKey));
  return kept === 'light' || kept === 'dark' ? kept : undefined;
}

/** Colours what a phone's browser shows around the page like the theme. */
export function colourBrowser(theme: 'light' | 'dark' | 'auto'): void {
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const own = meta.dataset['theme'];
    meta.media = theme === 'auto' ? `(prefers-color-scheme: ${own})` : theme === own ? 'all' : 'not all';
  }
}
