import { canonicalName } from '@parlour/contracts/checks';

/** What the search box was asked for: any of the tags, and all of the words as beginnings. Source: decisions Q-2. */
export interface Search {
  readonly tags: readonly string[];
  readonly words: readonly string[];
}

/** Takes `[tag]`s and words out of the text of the search box. */
export function parseSearch(text: string): Search {
  const tags = [...text.matchAll(/\[([^[\]]+)\]/g)].map(([, name]) => canonicalName(name ?? ''));
  const rest = text.replace(/\[[^[\]]*\]/g, ' ').toLowerCase();
  return { tags: [...new Set(tags.filter((tag) => tag !== ''))], words: rest.match(/[\p{L}\p{N}]+/gu) ?? [] };
}
