import type { CSSProperties } from 'react';

/** The hues of `toned` (tokens.css), in degrees: as far apart as twelve can be. */
export const hues = Array.from({ length: 12 }, (_, place) => place * 30);

/** A name's hue: the same name has the same one everywhere. Beside the class `toned`. */
export function toneOf(name: string) {
  // The remainder at each step: a long name's number would grow beyond what is exact.
  const sum = Array.from(name).reduce((rest, letter) => (rest * 7 + (letter.codePointAt(0) ?? 0)) % 1009, 3);
  const hue = { '--hue': hues[sum % hues.length] ?? 0 };
  return hue as CSSProperties & typeof hue; // which knows no custom properties
}
