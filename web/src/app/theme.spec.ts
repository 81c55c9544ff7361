import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';

const css = readFileSync('web/src/app/theme.css', 'utf8');

/** Both values of a colour: light and dark. */
function coloursOf(name: string): readonly [string, string] {
  const [, day, night] = new RegExp(`--${name}: light-dark\\((#[\\da-f]{6}), (#[\\da-f]{6})\\)`).exec(css) ?? [];
  if (day === undefined || night === undefined) throw new Error(`theme.css has no --${name}`);
  return [day, night];
}

/** Relative luminance, WCAG 2.2. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}

const grounds = ['page', 'surface', 'field', 'hover', 'code', 'accent-wash'];

// WCAG 2.2, 1.4.3: text of the usual size.
test.each(['ink', 'ink-soft', 'ink-faint', 'accent-ink', 'code-remark'])(
  '--%s has enough contrast on every background',
  (ink) => {
    const poor = grounds.flatMap((ground) =>
      [0, 1].flatMap((at) => {
        const ratio = contrast(coloursOf(ink)[at] ?? '', coloursOf(ground)[at] ?? '');
        return ratio < 4.5 ? [`${ground} ${at === 0 ? 'by day' : 'by night'}: ${ratio.toFixed(2)}`] : [];
      }),
    );
    expect(poor).toEqual([]);
  },
);
