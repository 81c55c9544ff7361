import { canonicalName } from '../text/checks.ts';
import { apart, foldForSearch, startsUnspaced } from './search-folding.ts';

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
 * Runs of characters of scripts without blanks, and words of others, cut as PostgreSQL's index cuts
 * them: of alphabetic characters, which marks such as vowel signs are too, and of the digits 0 to
 * 9.
 */
function runsOf(text: string): readonly string[] {
  return apart(foldForSearch(text)).match(/[\p{Alphabetic}0-9]+/gu) ?? [];
}

/** The last word stands for the last character. */
function pairsOf(characters: readonly string[]): readonly string[] {
  return characters.map((character, n) => character + (characters[n + 1] ?? ''));
}

/**
 * The words of a text as searches find them. In scripts without blanks each character is one, with
 * the next. Digits that end a word are one, too, so that `1.2` is found in `v1.2`.
 */
export function wordsOf(text: string): readonly string[] {
  return runsOf(text).flatMap((word) => {
    if (startsUnspaced(word)) return pairsOf(Array.from(word));
    const digits = /\p{Alphabetic}([0-9]+)$/u.exec(word)?.[1];
    return digits === undefined ? [word] : [word, digits];
  });
}

/** The words that a search looks for: those of its text without such as only repeat an end. */
export function wordsSought(text: string): readonly string[] {
  return runsOf(text).flatMap((word) => {
    if (!startsUnspaced(word)) return [word];
    const characters = Array.from(word);
    return characters.length === 1 ? [word] : pairsOf(characters).slice(0, -1);
  });
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
  const words = wordsSought(rest);
  return { tags: [...new Set(tags)], words, unanswerable: words.length === 0 && rest.trim() !== '' };
}
