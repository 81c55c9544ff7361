import { hash } from 'node:crypto';

/**
 * Identifies the bytes of an answer; weak, because the same answer may be sent compressed or plain.
 */
export function entityTagOf(body: string | Buffer): string {
  return `W/"${hash('sha1', body, 'base64url')}"`;
}

/**
 * Whether an If-None-Match header matches the tag, by the weak comparison of RFC 9110, section
 * 13.1.2.
 */
export function matchesEntityTag(header: string, tag: string): boolean {
  if (header.trim() === '*') return true;
  const bare = tag.replace(/^W\//, '');
  return header.split(',').some((item) => item.trim().replace(/^W\//, '') === bare);
}
