import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { DomainError } from '@parlour/contracts/errors';
import { newFileId } from '@parlour/contracts/files/file-id';
import { type FileKind, kindOf } from '@parlour/contracts/files/file-kinds';
import { bytesOfMegabytes, type FileLimits } from '@parlour/contracts/files/file-limits';
import type { StoredFile, StoredObject } from '@parlour/contracts/files/files';
import { messages } from '@parlour/contracts/messages';
import type { FileStore } from '@parlour/deployment/files/file-store';
import { type ProcessedImage, processImage } from './images.ts';
import { kindOfFile } from './kind-of-file.ts';

/** What is to be stored. */
interface Prepared extends Omit<ProcessedImage, 'type'> {
  readonly kind: FileKind;
}

const refusals = {
  kind: () => new DomainError('file.kind', messages.fileKind),
  pixels: ({ imageMegapixels }: FileLimits) => new DomainError('file.pixels', messages.imagePixels(imageMegapixels)),
  broken: () => new DomainError('file.broken', messages.fileBroken),
} as const;

/**
 * Tells a file of the work folder apart, makes it harmless and stores it with its previews, which
 * are made in the folder of its upload.
 * @throws {DomainError} `file.kind`, `file.tooLarge`, `file.pixels` or `file.broken`
 */
export async function storeFile(
  store: FileStore,
  person: string,
  path: string,
  folder: string,
  allowed: FileLimits,
): Promise<Omit<StoredFile, 'name' | 'alt'>> {
  const { kind, width, height, original, previews } = await prepare(person, path, folder, allowed);
  const stored = await put(store, original);
  const smaller = [];
  for (const preview of previews) smaller.push({ width: preview.width, ...(await put(store, preview.path)) });
  const size = { kind, width, height, size: stored.bytes };
  const fileId = newFileId({ ...size, now: Date.now(), random: randomBytes(8) });
  return { fileId, type: kind.type, width, height, ...stored, previews: smaller };
}

async function prepare(person: string, path: string, folder: string, allowed: FileLimits): Promise<Prepared> {
  const { size } = await stat(path);
  const kind = size === 0 ? undefined : await kindOfFile(path);
  if (!kind) throw refusals.kind();
  const isImage = kind.shownAs === 'image';
  const megabytes = isImage ? allowed.imageMegabytes : allowed.fileMegabytes;
  if (size > bytesOfMegabytes(megabytes)) {
    throw new DomainError('file.tooLarge', messages[isImage ? 'imageTooLarge' : 'fileTooLarge'](megabytes));
  }
  if (!isImage) return { kind, width: 0, height: 0, original: path, previews: [] };
  const image = await processImage(person, path, folder, allowed.imageMegapixels * 1_000_000);
  if ('refused' in image) throw refusals[image.refused](allowed);
  return { ...image, kind: kindOf(image.type) ?? kind };
}

async function put(store: FileStore, path: string): Promise<StoredObject> {
  const hashing = createHash('sha256');
  const { size } = await stat(path);
  await pipeline(createReadStream(path), hashing);
  const hash = hashing.digest('hex');
  await store.put(hash, path);
  return { hash, bytes: size };
}
