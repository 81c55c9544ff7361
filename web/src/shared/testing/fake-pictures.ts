import { jest } from '@jest/globals';

/**
 * Pictures without a browser: files named "broken" are none, all others have this size. The result
 * has what was drawn: x, y, width and height of the part, then the place on the canvas.
 */
export function fakePictures(size: { readonly width: number; readonly height: number }): number[][] {
  const drawn: number[][] = [];
  const context = {
    fillRect: () => undefined,
    clearRect: () => undefined,
    drawImage: (_picture: unknown, ...places: number[]) => drawn.push(places.map(Math.round)),
  };
  const decode = async (file: File) => {
    if (file.name === 'broken') throw new DOMException('not a picture', 'InvalidStateError');
    return { ...size, close: () => undefined };
  };
  Object.assign(globalThis, { createImageBitmap: decode });
  // What is used of them.
  jest.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never);
  jest
    .spyOn(HTMLCanvasElement.prototype, 'toBlob')
    .mockImplementation((done, type) => done(new Blob(['drawn'], type === undefined ? {} : { type })));
  return drawn;
}
