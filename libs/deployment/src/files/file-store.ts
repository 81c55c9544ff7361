import type { Readable } from 'node:stream';

/** A part of an object: its first and its last byte, from 0. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** The object is not in the store: it was lost, or has just been deleted. */
export class ObjectGone extends Error {
  override readonly name = 'ObjectGone';
}

/**
 * Where the bytes of files are, by the SHA-256 of their content: the same bytes are stored once.
 * Source: specification FI-9.
 */
export interface FileStore {
  /** Where files are written before they are stored. */
  readonly workFolder: string;
  /** Stores a file of the work folder; of an object that is there already, it changes nothing. */
  put(hash: string, path: string): Promise<void>;
  /** @throws {ObjectGone} */
  read(hash: string, range?: ByteRange): Promise<Readable>;
  has(hash: string): Promise<boolean>;
  /** Removes an object, if it is there. */
  remove(hash: string): Promise<void>;
}
