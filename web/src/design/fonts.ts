/** Loads our fonts, also those for letters beyond Latin. */
export async function loadFonts(): Promise<void> {
  const fonts = ["1em 'Figtree Variable'", "600 1em 'Fraunces Variable'"];
  await Promise.all([import('./other-letters.css'), ...fonts.map((font) => document.fonts.load(font))]);
}

/** Uses our fonts, whether they are there or not. */
export function showFonts(): void {
  document.documentElement.dataset['fonts'] = '';
}
