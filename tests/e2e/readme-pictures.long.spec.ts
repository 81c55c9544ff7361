import { beforeAll, expect, test } from '@jest/globals';
import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';
import { keptPicture, type Picture, pictureNames, takePictures } from './readme-pictures.ts';

// The README's pictures are as old as the screens that they show. After a change of these:
// npm run pictures

let taken: Readonly<Record<string, Picture>>;

beforeAll(async () => {
  taken = await takePictures();
});

/** Times and clocks differ, and what they move. */
const mostOfPixels = 0.02;

test.each(pictureNames)('the picture of the %s shows the screen of today', async (name) => {
  const [kept, now] = [await keptPicture(name), taken[name]!]; // each is taken
  expect(now.words).toBe(kept.words);
  expect(differing(kept.png, now.png)).toBeLessThan(mostOfPixels);
});

/** The part of pixels that differ visibly. */
function differing(one: Buffer, other: Buffer): number {
  const [a, b] = [PNG.sync.read(one), PNG.sync.read(other)];
  if (a.width !== b.width || a.height !== b.height) return 1;
  return pixelmatch(a.data, b.data, undefined, a.width, a.height, { threshold: 0.2 }) / (a.width * a.height);
}
