import { type NewFile, newFileId } from '../files/file-id.ts';
import { kindOf } from '../files/file-kinds.ts';

/** The id of a file of this media type, with the same time and chance for all. */
export function fileIdOf(type: string, size: Partial<Pick<NewFile, 'width' | 'height' | 'size'>>): string {
  const random = Uint8Array.of(255, 2, 3, 4, 5, 6, 7, 8);
  const kind = kindOf(type);
  if (!kind) throw new Error(`${type} can't be uploaded`);
  return newFileId({ kind, width: 0, height: 0, size: 0, now: 1_795_800_000_000, random, ...size });
}
