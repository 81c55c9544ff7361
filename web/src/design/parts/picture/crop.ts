/** In pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** What is shown of a picture: where its middle is, in parts of the picture, and how near. */
export interface Framing {
  readonly x: number;
  readonly y: number;
  /** From 1, where the picture just fills the frame. */
  readonly zoom: number;
}

/** Width by height. */
export function ratioOf({ width, height }: Size): number {
  return width / height;
}

/** A rectangle of a picture. */
export interface Crop extends Size {
  readonly x: number;
  readonly y: number;
}

/** The nearest framing. */
export const nearest = 4;

/** The middle of a picture, as much as there is of it. */
export const whole: Framing = { x: 0.5, y: 0.5, zoom: 1 };

function within(value: number, least: number, greatest: number): number {
  return Math.min(Math.max(value, least), greatest);
}

/** The part of a picture that a frame with these proportions, width by height, shows. */
export function cropOf(picture: Size, ratio: number, { x, y, zoom }: Framing): Crop {
  const width = Math.min(picture.width, picture.height * ratio) / zoom;
  const height = width / ratio;
  return {
    x: within(x * picture.width - width / 2, 0, picture.width - width),
    y: within(y * picture.height - height / 2, 0, picture.height - height),
    width,
    height,
  };
}

/** Another framing, moved by parts of the frame: it never leaves the picture. */
export function framed(picture: Size, ratio: number, from: Framing, { right = 0, down = 0, zoom = from.zoom }) {
  const near = within(zoom, 1, nearest);
  const { width, height } = cropOf(picture, ratio, { ...from, zoom: near });
  const [beside, above] = [width / 2 / picture.width, height / 2 / picture.height];
  return {
    x: within(from.x + (right * width) / picture.width, beside, 1 - beside),
    y: within(from.y + (down * height) / picture.height, above, 1 - above),
    zoom: near,
  };
}

/** The size in which a crop is sent: its own, or as wide as is of use. */
export function sentSize(crop: Size, widest: number): Size {
  const width = Math.max(1, Math.round(Math.min(crop.width, widest)));
  return { width, height: Math.max(1, Math.round((width * crop.height) / crop.width)) };
}
