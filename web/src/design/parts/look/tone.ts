import type { CSSProperties } from 'react';

const tones = 6;

/** The number of a name's tone (tokens.css): the same name has the same one everywhere. */
export function toneOf(name: string): number {
  // The remainder at each step: a long name's number would grow beyond what is exact.
  return Array.from(name).reduce((tone, letter) => (tone * 31 + (letter.codePointAt(0) ?? 0)) % tones, 7);
}

/** A surface and its text in a name's tone. */
export function toneColours(name: string) {
  const tone = toneOf(name);
  return { backgroundColor: `var(--tone-${tone})`, color: `var(--tone-${tone}-ink)` } satisfies CSSProperties;
}
