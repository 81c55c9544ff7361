import { canonicalName, lengthOf } from './checks.ts';
import { limits } from '../limits.ts';
import type { Part } from '../markdown/markdown-syntax.ts';

/** A name with an @ before it, and where it stands in its text. */
export interface Mention {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

/**
 * `@name`, or `@"a name"` and `@“a name”` for names with blanks and other signs. Not after a
 * digit, sign or letter that makes it an e-mail address or a part of an address, and not after a
 * backslash; scripts in which nobody writes e-mail addresses need no blank before it. Dots and
 * dashes at its end belong to the sentence. After other letters, those of a script without blanks
 * do, too: `@bobさん`.
 */
const form =
  /(?<![\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Inherited}\p{N}.+\-/@＠&=%#\\])(?<![\p{L}\p{M}\p{N}]_{1,3})[@＠](?:"([^"\n]+)"|“([^“”\n]+)”|([\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}](?:[\p{L}\p{M}\p{N}_]|[.-](?=[\p{L}\p{N}_]))*|[\p{L}\p{N}_](?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}])[\p{L}\p{M}\p{N}_]|[.-](?=[\p{L}\p{N}_]))*))/gu;

/** What follows a name only in addresses: `@ann@example.com`, `@scope/package`. */
const goesOn = /^[@/]/;

/** Whether a text may mention somebody. */
export function hasMentions(text: string): boolean {
  return text.includes('@') || text.includes('＠');
}

/** All mentions in a text of a tree, in order. Linear in its length. */
export function mentionsAt({ type, value, data }: Part): Mention[] {
  // HTML is shown as it was typed.
  if ((type !== 'text' && type !== 'html') || !value || !hasMentions(value)) return [];
  const escaped = new Set(data?.escaped);
  return [...value.matchAll(form)].flatMap(({ 0: written, 1: quoted, 2: curled, 3: bare = '', index }) => {
    const to = index + written.length;
    const name = quoted ?? curled ?? bare;
    if (escaped.has(index) || goesOn.test(value.charAt(to)) || lengthOf(name) > limits.usernameLength) return [];
    return [{ name, from: index, to }];
  });
}

/** The people whom a tree mentions, by their canonical names, each once; only the first ones. */
export function mentionedIn(tree: Part): readonly string[] {
  const names = new Set<string>();
  const look = (part: Part): void => {
    for (const { name } of mentionsAt(part)) names.add(canonicalName(name));
    if (!isLink(part)) part.children?.forEach(look);
  };
  look(tree);
  names.delete('');
  return [...names].slice(0, limits.mentionsPerText);
}

/** Whether a part of a tree is a link, which mentions nobody. */
export function isLink({ type }: Part): boolean {
  return type === 'link' || type === 'linkReference';
}
