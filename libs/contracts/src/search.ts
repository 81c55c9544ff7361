import { canonicalName } from './checks.ts';

/** A parsed search: any of the tags, and all of the words as prefixes. Source: decisions Q-2. */
export interface Search {
  readonly tags: readonly string[];
  /**
   * Only letters and digits, in lower case: all other characters separate words, in texts as in
   * searches.
   */
  readonly words: readonly string[];
  /** The search had more than tags, but no letter or digit: nothing can match. */
  readonly unanswerable: boolean;
}

/** A tag in brackets, whose name may have brackets of its own. */
const bracketed = /\[((?:[^[\]]|\[[^[\]]*\])*)\]/g;

/**
 * Parses the `[tag]`s and words of a search, the same way on page and server. `tag` adds one by its
 * plain name: brackets in it need not match. Linear in the length of the text.
 */
export function parseSearch(text: string, tag = ''): Search {
  const names = [...text.matchAll(bracketed)].map(([, name]) => name ?? '');
  const tags = [...names, tag].map(canonicalName).filter((name) => name !== '');
  const rest = text.replace(bracketed, ' ').toLowerCase();
  const words = rest.match(/[\p{L}\p{N}]+/gu) ?? [];
  return { tags: [...new Set(tags)], words, unanswerable: words.length === 0 && rest.trim() !== '' };
}
