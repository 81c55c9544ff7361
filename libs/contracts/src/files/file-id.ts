import { type FileKind, fileKinds } from './file-kinds.ts';

// A page lays out a text before it has loaded the pictures in it, and a text names a picture by its
// id alone. So the id says what the page needs: the kind, and the size in pixels or bytes. It is a
// UUID of version 8 (RFC 9562): 48 bits of time, as in version 7; 12 bits of kind; 32 bits of size,
// which are 16 of width and 16 of height, or bytes; and 30 random bits.

/** What the id of a file says of it. */
export interface FileSigns {
  readonly kind: FileKind;
  /** In pixels; 0 if it is no image. */
  readonly width: number;
  readonly height: number;
  /** In bytes; 0 of an image. */
  readonly size: number;
}

/** What an id is made of: of an image its pixels, of others their bytes. */
export interface NewFile {
  /** One of `fileKinds`. */
  readonly kind: FileKind;
  readonly width: number;
  readonly height: number;
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Eight random bytes. */
  readonly random: Uint8Array;
}

/** The id of a new file. */
export function newFileId({ kind, width, height, size, now, random }: NewFile): string {
  const bytes = new Uint8Array(16);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, Math.floor(now / 0x10000));
  view.setUint16(4, now % 0x10000);
  view.setUint16(6, 0x8000 | fileKinds.indexOf(kind));
  bytes.set(random.subarray(0, 8), 8);
  bytes[8] = 0x80 | ((random[0] ?? 0) & 0x3f); // the variant
  if (kind.shownAs === 'image') {
    view.setUint16(10, width);
    view.setUint16(12, height);
  } else {
    view.setUint32(10, size);
  }
  const digits = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

const form = /^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i;

/** What an id says; undefined for any other text. */
export function signsOf(id: string): FileSigns | undefined {
  if (!form.test(id)) return undefined;
  const kind = fileKinds[numberIn(id, 15, 18)];
  if (!kind) return undefined;
  return kind.shownAs === 'image'
    ? { kind, ...pixelsOf(id), size: 0 }
    : { kind, width: 0, height: 0, size: numberIn(id, 24, 32) };
}

/** The width and height that the id of an image says. */
export function pixelsOf(id: string): Pick<FileSigns, 'width' | 'height'> {
  return { width: numberIn(id, 24, 28), height: numberIn(id, 28, 32) };
}

function numberIn(id: string, from: number, to: number): number {
  return Number.parseInt(id.slice(from, to), 16);
}

/** The address of a file, as texts have it. */
export function addressOfFile(id: string, width?: number): string {
  return `/file/${id}${width === undefined ? '' : `?w=${width}`}`;
}

/** The id in the address of a file of this site; undefined for any other address. */
export function idInAddress(address: string): string | undefined {
  const [, id] = /^\/file\/([\da-f-]{36})$/i.exec(address) ?? [];
  return id !== undefined && signsOf(id) ? id.toLowerCase() : undefined;
}

/** What the address of a file of this site says; undefined for any other address. */
export function signsIn(address: string): FileSigns | undefined {
  return signsOf(idInAddress(address) ?? '');
}

/** The id of the picture of this site that an address leads to; undefined for any other address. */
export function pictureIn(address = ''): string | undefined {
  const id = idInAddress(address);
  return id !== undefined && signsOf(id)?.kind.shownAs === 'image' ? id : undefined;
}

/** The ids of the files that a text names, each once. */
export function filesIn(text: string): readonly string[] {
  if (!text.includes('/file/')) return [];
  const named = text.matchAll(/\/file\/([\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12})/gi);
  return [...new Set([...named].map(([, id = '']) => id.toLowerCase()).filter((id) => signsOf(id)))];
}
