import { canonicalName } from './checks.ts';
import { foldForSearch } from './search-folding.ts';

/** A parsed search: any of the tags, and all of the words as prefixes. Source: decisions Q-2. */
export interface Search {
  readonly tags: readonly string[];
  /**
   * Only letters and digits, as `foldForSearch` makes them: all other characters separate words, in
   * texts as in searches.
   */
  readonly words: readonly string[];
  /** The search had more than tags, but no letter or digit: nothing can match. */
  readonly unanswerable: boolean;
}

/**
 * The words of a text as searches compare them, cut as PostgreSQL's index cuts them: of alphabetic
 * characters, which marks such as vowel signs are too, and of the digits 0 to 9.
 */
export function wordsOf(text: string): readonly string[] {
  return foldForSearch(text).match(/[\p{Alphabetic}0-9]+/gu) ?? [];
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
  const rest = text.replace(bracketed, ' ');
  const words = wordsOf(rest);
  return { tags: [...new Set(tags)], words, unanswerable: words.length === 0 && rest.trim() !== '' };
}
