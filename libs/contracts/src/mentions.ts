import { canonicalName, lengthOf, withoutCode } from './checks.ts';
import { limits } from './limits.ts';

/** A name with an @ before it, and where it stands in its text. */
export interface Mention {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

/**
 * `@name`, or `@"a name"` and `@“a name”` for names with blanks and other signs. Not after a
 * digit, sign or letter that makes it an e-mail address or a part of an address, and not after a
 * backslash; scripts in which nobody writes e-mail addresses need no blank before it. Between
 * underscores, it is emphasized. Dots and dashes at its end belong to the sentence. After other
 * letters, those of a script without blanks do, too: `@bobさん`.
 */
const form =
  /(?<![\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Inherited}\p{N}.+\-/@＠&=%#\\])(?<![\p{L}\p{M}\p{N}]_{1,3})[@＠](?:"([^"\n]+)"|“([^“”\n]+)”|([\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}](?:[\p{L}\p{M}\p{N}_]|[.-](?=[\p{L}\p{N}_]))*|[\p{L}\p{N}_](?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}])[\p{L}\p{M}\p{N}_]|[.-](?=[\p{L}\p{N}_]))*))/gu;

/** What follows a name only in addresses: `@ann@example.com`, `@scope/package`. */
const goesOn = /^[@/]/;

/** Whether a text may mention somebody. */
export function hasMentions(text: string): boolean {
  return text.includes('@') || text.includes('＠');
}

/** All mentions in a piece of prose, in order. Linear in its length. */
export function mentionsAt(prose: string): Mention[] {
  return [...prose.matchAll(form)].flatMap(({ 0: written, 1: quoted, 2: curled, 3: bare = '', index }) => {
    const end = index + written.length;
    const given = quoted ?? curled;
    const isEmphasized = given === undefined && prose.charAt(index - 1) === '_';
    const name = given ?? (isEmphasized ? withoutEmphasis(bare) : bare);
    const to = end - (given === undefined ? bare.length - name.length : 0);
    if (name === '' || goesOn.test(prose.charAt(end)) || lengthOf(name) > limits.usernameLength) return [];
    return [{ name, from: index, to }];
  });
}

/** A name without the underscores that end an emphasis. */
function withoutEmphasis(name: string): string {
  let end = name.length;
  while (name[end - 1] === '_') end--;
  return name.slice(0, end);
}

/**
 * The people whom a text of Markdown mentions, by their canonical names, each once: not those in
 * code, links and addresses, and only the first ones. Linear in the length of the text. Source:
 * decisions U-12.
 */
export function mentionsIn(text: string): readonly string[] {
  if (!hasMentions(text)) return [];
  const names = new Set(mentionsAt(withoutLinks(withoutCode(text))).map(({ name }) => canonicalName(name)));
  return [...names].filter((name) => name !== '').slice(0, limits.mentionsPerText);
}

/** How a mention of this person is written; the bare name if no form would mention just them. */
export function mentionOf(name: string): string {
  const isRead = (written: string) => {
    const [first] = mentionsAt(written);
    return first?.name === name && first.to === written.length && mentionsIn(written)[0] === canonicalName(name);
  };
  return [`@${name}`, `@"${name}"`, `@“${name}”`].find(isRead) ?? name;
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
