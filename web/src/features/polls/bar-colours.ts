/** The scheme of the page's colours. */
export type Scheme = 'light' | 'dark';

/**
 * Five colours that also those tell apart who see no red or no green, each against the page's surface in its scheme at 3:1 or more. Source: Okabe and Ito,
 * Color Universal Design, lightened or darkened to that.
 */
const bars: Record<Scheme, readonly string[]> = {
  light: ['#0072b2', '#c25700', '#00875f', '#b0568a', '#6b6b00'],
  dark: ['#56b4e9', '#f0a13c', '#2fbf95', '#e08fbd', '#e6dc5a'],
};

/** The colour of the bar at a place; they cycle. */
export function barColour(place: number, scheme: Scheme): string {
  const colours = bars[scheme];
  return colours[place % colours.length] ?? '';
}

/** What else a chart is drawn with. */
export const chartInk: Record<Scheme, { readonly text: string; readonly line: string }> = {
  light: { text: '#54635c', line: '#dfe6e2' },
  dark: { text: '#9dada5', line: '#29322e' },
};
