import type { Readable } from 'node:stream';
import { DomainError } from '@parlour/contracts/errors';
import { messages } from '@parlour/contracts/messages';

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
 * The store does not answer, or refuses. As of a service that is away, a retry makes sense, and
 * people are told no more than that.
 */
export class StoreAway extends DomainError {
  constructor(
    /** For the operator. */
    readonly reason: string,
    override readonly cause: unknown,
  ) {
    super('service.unavailable', messages.unavailable, 1);
  }
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
  /**
   * Reads an object, or a part of it.
   * @throws {ObjectGone}
   */
  read(hash: string, range?: ByteRange): Promise<Readable>;
  has(hash: string): Promise<boolean>;
  /** Removes an object, if it is there. */
  remove(hash: string): Promise<void>;
}

/** The hash, which becomes a part of a path. */
export function checkedHash(hash: string): string {
  if (!/^[\da-f]{64}$/.test(hash)) throw new Error(`no hash of an object: ${hash}`);
  return hash;
}
