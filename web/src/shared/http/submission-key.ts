/**
 * 128 random bits in hex. Not randomUUID: browsers lack it on plain http, which a home server in a
 * local network uses.
 */
export function newSubmissionKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
