import type { Scheme } from '../../../design/parts/look/chart-ink.ts';

/**
 * Five colours that people with red or green blindness can distinguish, each with a contrast of at
 * least 3:1 to the page in its scheme. Source: Okabe and Ito, Color Universal Design, lightened or
 * darkened to that.
 */
const bars: Record<Scheme, readonly string[]> = {
  light: ['#0072b2', '#c25700', '#00875f', '#b0568a', '#6b6b00'],
  dark: ['#56b4e9', '#f0a13c', '#2fbf95', '#e08fbd', '#e6dc5a'],
};

/** The colour of the nth bar; colours cycle. */
export function barColour(place: number, scheme: Scheme): string {
  const colours = bars[scheme];
  return colours[place % colours.length] ?? '';
}
