import { createHash, createHmac, randomBytes } from 'node:crypto';

/**
 * A browser's credential to refresh a session: the id of a token family, and a secret that changes
 * with every use. Both are random and stored as hashes only. Only a holder of a token knows its
 * family, so an old secret with a known family is a reused token, however old, and nobody can end a
 * session by guessing.
 */
export interface RefreshToken {
  readonly family: Buffer;
  readonly secret: Buffer;
}

const familyBytes = 16;
const secretBytes = 32;

/** The first token of a new family. */
export function newRefreshToken(): RefreshToken {
  return { family: randomBytes(familyBytes), secret: randomBytes(secretBytes) };
}

/** The key that derives the next secret from the present one; new at every rotation. */
export function newRotationKey(): Buffer {
  return randomBytes(secretBytes);
}

/**
 * The next token. It is derived instead of random, so that the same token within the grace period
 * gets the same successor: with two tabs and one cookie jar, or a lost answer, it does not matter
 * which answer is kept. The key alone, as stored in the table, derives nothing.
 */
export function successorOf(token: RefreshToken, rotationKey: Buffer): RefreshToken {
  return { family: token.family, secret: createHmac('sha256', rotationKey).update(token.secret).digest() };
}

/** The stored hash of a part of a token. */
export function hashOf(part: Buffer): string {
  return createHash('sha256').update(part).digest('base64url');
}

export function formatRefreshToken({ family, secret }: RefreshToken): string {
  return Buffer.concat([family, secret]).toString('base64url');
}

/** Undefined for an invalid token. */
export function parseRefreshToken(text: string): RefreshToken | undefined {
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.length !== familyBytes + secretBytes || bytes.toString('base64url') !== text) return undefined;
  return { family: bytes.subarray(0, familyBytes), secret: bytes.subarray(familyBytes) };
}
