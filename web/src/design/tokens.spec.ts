import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { siteColours } from '@parlour/contracts/site';

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
