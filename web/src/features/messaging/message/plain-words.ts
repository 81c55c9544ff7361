import { withoutQuotes } from './quote.ts';

/**
 * What a message says itself, without its marks: for where there is one line. The renderer would
 * have to load first, and then the line would change.
 */
export function plainWords(text: string): string {
  const kept: string[] = [];
  // What has no marks, whatever its signs; a private character stands around its number.
  const keep = (_found: string, part: string): string => `\uE000${kept.push(part) - 1}\uE000`;
  let words = withoutQuotes(text.replaceAll('\uE000', ''))
    .replaceAll(/^ {0,3}(?:> ?|```[^`\n]*$\n?)/gm, '')
    .replaceAll(/``+/g, '`')
    .replaceAll(/`([^`]+)`/g, keep)
    .replaceAll(/\\([!-/:-@[-`{-~])/g, keep)
    .replaceAll(/!\[([^[\]]*)\]\(\/file\/[^()\s]*\)/g, (_found, alt: string) => alt || 'Picture')
    .replaceAll(/\[([^[\]]*)\]\((?:[^()\s]|\([^()\s]*\))*\)/g, '$1')
    .replaceAll(/<?(https?:\/\/[^\s<>\uE000]*)>?/g, keep)
    .replaceAll(/@"([^"\n]+)"/g, '@$1');
  // Each round takes one sign from each end: of bold ones there are two.
  for (let round = 0; round < 3; round++) {
    words = words
      .replaceAll(/\*([^*\s](?:[^*]*[^*\s])?)\*/g, '$1')
      .replaceAll(/(?<![\p{L}\p{N}])_([^_\s](?:[^_]*[^_\s])?)_(?![\p{L}\p{N}])/gu, '$1');
  }
  words = words.replaceAll(/\uE000(\d+)\uE000/g, (_found, index: string) => kept[Number(index)] ?? '');
  // Of nothing but marks, they are what there is to see.
  return words.trim() === '' ? text : words;
}
