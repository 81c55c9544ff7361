import type { FaultyLink } from '../posts/post-checks.ts';

/**
 * Whether somebody may have meant code: brackets and parentheses are an index and a call, as in
 * `handlers[0](event)`. Source: decisions Q-34.
 */
export function looksLikeCode({ before, address }: FaultyLink): boolean {
  if (/^\s*[a-z][a-z\d+.-]{0,20}:/i.test(address)) return false;
  return /[\p{L}\p{N}_$)\]]/u.test(before) || !/[./#]/.test(address);
}
