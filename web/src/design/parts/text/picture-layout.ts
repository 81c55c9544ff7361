import { addressOfFile, pixelsOf } from '@parlour/contracts/files/file-id';
import { previewWidthsOf } from '@parlour/contracts/files/file-kinds';

/** The highest that a picture stands in a text, and the widest column of texts, in pixels. */
const most = { height: 480, column: 760 };

/** How a picture of this site stands in a text: known from its id, so that the text never moves. */
export interface PictureLayout {
  readonly width: number;
  readonly height: number;
  readonly src: string;
  readonly srcSet: string;
  readonly sizes: string;
}

/** The layout of the image that has this id. */
export function layoutOf(id: string): PictureLayout {
  const { width, height } = pixelsOf(id);
  const scale = Math.min(1, most.height / height);
  const shown = Math.max(1, Math.round(width * scale));
  const sources = previewWidthsOf(width).map((preview) => `${addressOfFile(id, preview)} ${preview}w`);
  return {
    width: shown,
    height: Math.max(1, Math.round(height * scale)),
    src: addressOfFile(id),
    srcSet: [...sources, `${addressOfFile(id)} ${width}w`].join(', '),
    sizes: `min(${Math.min(shown, most.column)}px, 100vw)`,
  };
}
