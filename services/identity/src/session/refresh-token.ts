import { createHash, createHmac, randomBytes } from 'node:crypto';

/**
 * What a browser shows to go on with a session: which family of tokens it is of, and the secret that is changed at every use. Both are random
 * and known to the server by their hashes alone. Only who once held a token of a family knows its first part, so an old secret beside a right family
 * is a token used again, however old, and nobody can end a session by guessing.
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

/** What makes the next secret of the present one; new at every rotation. */
export function newRotationKey(): Buffer {
  return randomBytes(secretBytes);
}

/**
 * The token after this one. It is computed and not drawn, so that whoever shows the same token within the grace gets the same successor: of two tabs
 * with one cookie jar, or of an answer that was lost, it does not matter whose answer is kept. With the key alone, as it stands in the table,
 * nothing can be computed.
 */
export function successorOf(token: RefreshToken, rotationKey: Buffer): RefreshToken {
  return { family: token.family, secret: createHmac('sha256', rotationKey).update(token.secret).digest() };
}

/** What stands in the table of a part of a token. */
export function hashOf(part: Buffer): string {
  return createHash('sha256').update(part).digest('base64url');
}

export function formatRefreshToken({ family, secret }: RefreshToken): string {
  return Buffer.concat([family, secret]).toString('base64url');
}

/** Undefined for what was never a token. */
export function parseRefreshToken(text: string): RefreshToken | undefined {
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.length !== familyBytes + secretBytes || bytes.toString('base64url') !== text) return undefined;
  return { family: bytes.subarray(0, familyBytes), secret: bytes.subarray(familyBytes) };
}
