import { checkTags, distinctTags, parseTags, tagSeparators } from '@parlour/contracts/text/checks';

/** A field for tags: those that have ended, and what is still being typed. */
export interface TypedTags {
  readonly ended: readonly string[];
  readonly typed: string;
}

/**
 * Splits the text of a field for tags. A tag that has ended but could not be one, because of a
 * bracket or its length, is still being typed, with everything after it. Linear in its length.
 */
export function typedTags(text: string): TypedTags {
  const ended: string[] = [];
  let from = 0;
  for (const { 0: gap, index } of text.matchAll(tagSeparators)) {
    const names = parseTags(text.slice(from, index));
    if (names.length > 0 && checkTags(names)) break;
    ended.push(...names);
    from = index + gap.length;
  }
  return { ended: distinctTags(ended), typed: text.slice(from) };
}

/** The text of a field with these tags, all ended. */
export function endedText(names: readonly string[]): string {
  return names.map((name) => `${name} `).join('');
}

/** What is wrong with the tags already, while they are typed: not that there are none yet. */
export function earlyFault(text: string): string | undefined {
  const names = parseTags(text);
  return names.length === 0 ? undefined : checkTags(names)?.text;
}
