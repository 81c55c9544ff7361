import { canonicalName } from './checks.ts';

/**
 * What the search box was asked for: any of the tags, and all of the words as beginnings of words.
 * Source: decisions Q-2.
 */
export interface Search {
  readonly tags: readonly string[];
  /**
   * Letters and digits alone, in lower case: what stands between them separates words, in texts as
   * in searches.
   */
  readonly words: readonly string[];
  /**
   * Something besides tags was asked for, but no letter and no digit of it: nothing can be found.
   */
  readonly unanswerable: boolean;
}

/** A tag in brackets, whose name may have brackets of its own. */
const bracketed = /\[((?:[^[\]]|\[[^[\]]*\])*)\]/g;

/**
 * Takes `[tag]`s and words out of the text of the search box; the page and the server read it
 * alike. `tag` is one more, by its mere name: brackets in it need no partner. Linear in the length
 * of the text.
 */
export function parseSearch(text: string, tag = ''): Search {
  const names = [...text.matchAll(bracketed)].map(([, name]) => name ?? '');
  const tags = [...names, tag].map(canonicalName).filter((name) => name !== '');
  const rest = text.replace(bracketed, ' ').toLowerCase();
  const words = rest.match(/[\p{L}\p{N}]+/gu) ?? [];
  return { tags: [...new Set(tags)], words, unanswerable: words.length === 0 && rest.trim() !== '' };
}
