import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { siteColours } from '@parlour/contracts/site';
import { hues } from './parts/look/tone.ts';

const css = readFileSync('web/src/design/tokens.css', 'utf8');

/** What the tokens are with each colour that a site can have: its own go before the others. */
const sheets = siteColours.map((colour) => {
  const [, own = ''] = css.split(`[data-accent='${colour}'] {`);
  return own.slice(0, own.indexOf('}')) + css;
});

/** Both values of a colour: light and dark. */
function coloursOf(name: string, sheet: string): readonly [string, string] {
  const [, day, night] = new RegExp(`--${name}: light-dark\\((#[\\da-f]{6}), (#[\\da-f]{6})\\)`).exec(sheet) ?? [];
  if (day === undefined || night === undefined) throw new Error(`tokens.css has no --${name}`);
  return [day, night];
}

/** Relative luminance, WCAG 2.2. */
function luminance(colour: string): number {
  const parts = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return luminanceOf(parts);
}

/** Of red, green and blue, linear. */
function luminanceOf([red = 0, green = 0, blue = 0]: readonly number[]): number {
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  return contrastOf(luminance(one), luminance(other));
}

function contrastOf(one: number, other: number): number {
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}

/** The luminance of a tone by day and by night. By Ottosson's “A perceptual color space”. */
function tonesOf(name: string, hue: number): readonly number[] {
  const [, ...parts] =
    new RegExp(`--${name}: light-dark\\(oklch\\((\\d+)% ([.\\d]+) .*oklch\\((\\d+)% ([.\\d]+) `).exec(css) ?? [];
  return [parts.slice(0, 2), parts.slice(2)].map(([lightness, chroma]) => {
    const angle = (hue * Math.PI) / 180;
    const [L, a, b] = [Number(lightness) / 100, Number(chroma) * Math.cos(angle), Number(chroma) * Math.sin(angle)];
    const l = (L + 0.3963377774 * a + 0.2158037573 * b) ** 3;
    const m = (L - 0.1055613458 * a - 0.0638541728 * b) ** 3;
    const s = (L - 0.0894841775 * a - 1.291485548 * b) ** 3;
    return luminanceOf(
      [
        4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
        -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
        -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
      ].map((part) => Math.min(1, Math.max(0, part))),
    );
  });
}

const grounds = ['ground', 'surface', 'raised', 'field', 'hover', 'code', 'baize-wash'];

// WCAG 2.2, 1.4.3: text of the usual size.
test.each([
  ...['ink', 'soft', 'faint', 'baize-ink', 'brass-ink', 'bronze-ink', 'plum', 'danger', 'code-remark'].flatMap((ink) =>
    grounds.map((ground) => [ink, ground]),
  ),
  ['on-baize', 'baize'],
  ['on-baize', 'baize-hover'],
  ['on-plum', 'plum'],
  ['on-danger', 'danger'],
  ['brass-ink', 'brass-wash'],
  ['plum', 'plum-wash'],
  ['danger', 'danger-wash'],
  ['baize-ink', 'baize-wash-strong'],
  ['gold-ink', 'gold-wash'],
  ['silver-ink', 'silver-wash'],
  ['bronze-ink', 'bronze-wash'],
  ['on-cloth', 'cloth'],
  ['on-cloth', 'cloth-edge'],
  ['on-table', 'table'],
  ['on-table-soft', 'table'],
  ['cross', 'table'],
  ['nought', 'table'],
])('--%s has enough contrast on --%s', (ink, ground) => {
  expect(ratios(ink, ground).filter((ratio) => ratio < 4.5)).toEqual([]);
});

test.each(hues)('letters have enough contrast on a disc of %d degrees', (hue) => {
  const [ground, ink] = [tonesOf('tone', hue), tonesOf('tone-ink', hue)];
  expect([0, 1].map((at) => contrastOf(ground[at] ?? 0, ink[at] ?? 0)).filter((ratio) => !(ratio >= 4.5))).toEqual([]);
});

// WCAG 2.2, 1.4.11: the outlines of controls.
test.each(['line-strong', 'baize', 'online'])('--%s is seen on every background', (line) => {
  const poor = ['ground', 'surface', 'raised', 'field'].filter((ground) =>
    ratios(line, ground).some((ratio) => ratio < 3),
  );
  expect(poor).toEqual([]);
});

test('[S-17] each colour of a site has tokens of its own', () => {
  expect(new Set(sheets.map((sheet) => coloursOf('baize', sheet)[0])).size).toBe(siteColours.length);
});

/** With each colour that a site can have, by day and by night. */
function ratios(one: string, other: string): readonly number[] {
  return sheets.flatMap((sheet) =>
    [0, 1].map((at) => contrast(coloursOf(one, sheet)[at] ?? '', coloursOf(other, sheet)[at] ?? '')),
  );
}
