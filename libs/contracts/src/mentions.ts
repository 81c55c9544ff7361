import { canonicalName, lengthOf, withoutCode } from './checks.ts';
import { limits } from './limits.ts';

/** A name with an @ before it, and where it stands in its text. */
export interface Mention {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

/**
 * `@name`, or `@"a name"` for names with blanks and other signs. Not after a letter, digit or sign
 * that makes it an e-mail address or a part of an address, and not after a backslash. Dots and
 * dashes at its end belong to the sentence.
 */
const form =
  /(?<![\p{L}\p{M}\p{N}_.+\-/@&=%#\\])@(?:"([^"\n]+)"|([\p{L}\p{N}_](?:[\p{L}\p{M}\p{N}_]|[.-](?=[\p{L}\p{N}_]))*))/gu;

/** What follows a name only in addresses: `@ann@example.com`, `@scope/package`. */
const goesOn = /^[@/]/;

/** All mentions in a piece of prose, in order. Linear in its length. */
export function mentionsAt(prose: string): Mention[] {
  return [...prose.matchAll(form)].flatMap(({ 0: written, 1: quoted, 2: bare = '', index }) => {
    const to = index + written.length;
    const name = quoted ?? bare;
    if (goesOn.test(prose.charAt(to)) || lengthOf(name) > limits.usernameLength) return [];
    return [{ name, from: index, to }];
  });
}

/**
 * The people whom a text of Markdown mentions, by their canonical names, each once: not those in
 * code, links and addresses, and only the first ones. Linear in the length of the text. Source:
 * decisions U-12.
 */
export function mentionsIn(text: string): readonly string[] {
  if (!text.includes('@')) return [];
  const names = new Set(mentionsAt(withoutLinks(withoutCode(text))).map(({ name }) => canonicalName(name)));
  return [...names].filter((name) => name !== '').slice(0, limits.mentionsPerText);
}

/** How a mention of this person is written. */
export function mentionOf(name: string): string {
  const [first] = mentionsAt(`@${name}`);
  return first?.to === name.length + 1 ? `@${name}` : `@"${name}"`;
}

/** Definitions of links, addresses in angle brackets, and bare ones. */
const addresses = [
  /^ {0,3}\[[^\]\n\r\u2028\u2029]*\]:.*$/gm,
  /<[a-z][a-z\d+.-]{1,31}:[^\s<>]*>/gi,
  /(?:https?:\/\/|www\.)[^\s<>]*/gi,
] as const;

/** The text without `[label](address)`, `[label][reference]` and addresses. */
function withoutLinks(text: string): string {
  const kept: string[] = [];
  let from = 0;
  for (const { start, end } of linksOf(text)) {
    kept.push(text.slice(from, start));
    from = end;
  }
  const prose = [...kept, text.slice(from)].join('\uFFFC');
  return addresses.reduce((rest, address) => rest.replaceAll(address, '\uFFFC'), prose);
}

interface Range {
  readonly start: number;
  readonly end: number;
}

/** Where links stand; of nested ones, such as an image with a link, the outer one. */
function linksOf(text: string): readonly Range[] {
  const open: number[] = [];
  const found: Range[] = [];
  // What no later sign closes is not searched for again.
  const closing = { '(': ')', '[': ']' } as const;
  const unclosed = new Set<string>();
  for (let index = 0; index < text.length; index++) {
    const sign = text[index];
    if (sign === '\\') index++;
    else if (sign === '[') open.push(index);
    else if (sign === ']') {
      const start = open.pop();
      const next = text[index + 1];
      if (start === undefined || (next !== '(' && next !== '[') || unclosed.has(next)) continue;
      const end = text.indexOf(closing[next], index + 1);
      if (end < 0) {
        unclosed.add(next);
        continue;
      }
      while ((found.at(-1)?.start ?? -1) > start) found.pop();
      found.push({ start, end: end + 1 });
      index = end;
    }
  }
  return found;
}
