// A process of its own for one image that somebody uploaded: it can take no more memory and time
// than it is given, and a fault of the decoder ends nothing else. It gets an `ImageRequest` and
// answers an `ImageAnswer` of gateway/src/files/images.ts.
import { join } from 'node:path';
import sharp from 'sharp';

const greatestMemory = 1024 * 1024 * 1024;

/** Frames of an animation that a preview has. */
const previewFrames = 100;

sharp.cache(false);
sharp.concurrency(1);

// The decoder works in a thread of its own, so this still runs.
setInterval(() => {
  if (process.memoryUsage.rss() > greatestMemory) process.exit(1);
}, 50).unref();

const formats = {
  jpeg: ['image/jpeg', (image) => image.jpeg({ quality: 88 })],
  png: ['image/png', (image) => image.png({ compressionLevel: 8 })],
  gif: ['image/gif', (image) => image.gif()],
  webp: ['image/webp', (image) => image.webp({ quality: 90 })],
  // sharp's name for the container of AVIF.
  heif: ['image/avif', (image) => image.avif({ quality: 70, effort: 2 })],
};

async function work({ path, folder, pixels, widths }) {
  const limit = { limitInputPixels: pixels, failOn: 'error', sequentialRead: true };
  // The header alone: a bomb is refused before anything is decoded.
  const header = await sharp(path, { ...limit, limitInputPixels: false, animated: true }).metadata();
  const { format, pages = 1, autoOrient } = header;
  const height = autoOrient.height / (autoOrient.width === header.width ? pages : 1);
  const known = formats[format];
  if (!known || (format === 'heif' && header.compression !== 'av1')) return { refused: 'kind' };
  if (autoOrient.width * height * pages > pixels || autoOrient.width > 65_535 || height > 65_535)
    return { refused: 'pixels' };
  const [type, write] = known;
  const original = join(folder, 'original');
  // Nothing of the metadata is written; colours become sRGB, which needs no profile.
  await write(
    sharp(path, { ...limit, animated: pages > 1 })
      .autoOrient()
      .toColorspace('srgb'),
  ).toFile(original);
  const previews = [];
  for (const width of widths.filter((each) => each < autoOrient.width)) {
    const preview = join(folder, String(width));
    const frames = pages > 1 ? { pages: Math.min(pages, previewFrames) } : {};
    await sharp(original, { ...limit, ...frames })
      .resize({ width })
      .webp({ quality: 80, effort: 3 })
      .toFile(preview);
    previews.push({ width, path: preview });
  }
  return { type, width: autoOrient.width, height, original, previews };
}

process.once('message', (request) => {
  work(request)
    .catch(() => ({ refused: 'broken' }))
    .then((answer) => process.send(answer, () => process.disconnect()));
});
