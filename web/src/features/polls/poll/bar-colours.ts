import type { Scheme } from '../../../design/parts/look/chart-ink.ts';

/**
 * Five of the page's colours (tokens.css): baize, brass, plum, the blue of a site, and red. Each
 * has a contrast of at least 3:1 to the page in its scheme, and neighbours differ in lightness,
 * for people who tell no red from green.
 */
const bars: Record<Scheme, readonly string[]> = {
  light: ['#1b6a52', '#b7812a', '#6b3a5b', '#6f8fb8', '#a8322a'],
  dark: ['#4fb894', '#e0b25a', '#a8749a', '#93c0ea', '#f08a80'],
};

/** The colour of the nth bar; colours cycle. */
export function barColour(place: number, scheme: Scheme): string {
  const colours = bars[scheme];
  return colours[place % colours.length] ?? '';
}
