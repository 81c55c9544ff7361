import { expect, test } from '@jest/globals';
import { type Framing, framed, type Size, cropOf as exactCropOf, nearest, sentSize, whole } from './crop.ts';

/** Without what is lost in calculating. */
function cropOf(picture: Size, ratio: number, framing: Framing) {
  const { x, y, width, height } = exactCropOf(picture, ratio, framing);
  return { x: Math.round(x), y: Math.round(y), width: Math.round(width), height: Math.round(height) };
}

const wide = { width: 4_000, height: 1_000 };
const high = { width: 600, height: 900 };

test.each([
  ['a square of a wide picture', wide, 1, { x: 1_500, y: 0, width: 1_000, height: 1_000 }],
  ['a square of a high picture', high, 1, { x: 0, y: 150, width: 600, height: 600 }],
  ['a banner of a high picture', high, 4, { x: 0, y: 375, width: 600, height: 150 }],
  ['all of what has its proportions', wide, 4, { x: 0, y: 0, width: 4_000, height: 1_000 }],
])('at first, %s', (_, picture, ratio, crop) => {
  expect(cropOf(picture, ratio, whole)).toEqual(crop);
});

test('nearer, it is a part of that around the same middle', () => {
  expect(cropOf(high, 1, { ...whole, zoom: 2 })).toEqual({ x: 150, y: 300, width: 300, height: 300 });
});

test('what is moved by half a frame moves by half of what it shows', () => {
  const moved = framed(high, 1, { ...whole, zoom: 2 }, { right: 0.25, down: -0.5 });
  expect(cropOf(high, 1, moved)).toEqual({ x: 225, y: 150, width: 300, height: 300 });
});

test('it never leaves the picture, however far it is moved, and turns back at once', () => {
  const far = framed(high, 1, { ...whole, zoom: 2 }, { right: 9, down: 9 });
  expect(cropOf(high, 1, far)).toEqual({ x: 300, y: 600, width: 300, height: 300 });
  expect(cropOf(high, 1, framed(high, 1, far, { right: -0.5 }))).toMatchObject({ x: 150, y: 600 });
});

test('farther away at an edge, it stays in the picture', () => {
  const corner = framed(high, 1, { ...whole, zoom: nearest }, { right: -9, down: -9 });
  expect(cropOf(high, 1, framed(high, 1, corner, { zoom: 1 }))).toEqual({ x: 0, y: 0, width: 600, height: 600 });
});

test.each([
  [0.2, 1],
  [99, nearest],
])('a zoom of %d is %d', (zoom, used) => {
  expect(framed(high, 1, whole, { zoom }).zoom).toBe(used);
});

test.each([
  [{ width: 3_000, height: 3_000 }, 512, { width: 512, height: 512 }],
  [{ width: 120.4, height: 120.4 }, 512, { width: 120, height: 120 }],
  [{ width: 4_000, height: 1_000 }, 1_600, { width: 1_600, height: 400 }],
  [{ width: 2, height: 0.5 }, 1_600, { width: 2, height: 1 }],
])('%j is sent as wide as %d at most: %j', (crop, widest, size) => {
  expect(sentSize(crop, widest)).toEqual(size);
});
