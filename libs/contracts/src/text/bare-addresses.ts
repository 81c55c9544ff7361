import type { Code, Construct } from 'micromark-util-types';
import { pieceOf, type Part } from '../markdown/markdown-syntax.ts';

/** Punctuation of other scripts ends an address; dashes and middle dots are in names of pages. */
const foreign = /(?![\p{ASCII}\p{Pd}·])\p{P}/u;

const address = /(?<![a-z])https?:\/\/(?:(?![\s<>]|(?![\p{ASCII}\p{Pd}·])\p{P})[^])+/giu;

/**
 * A parser of bare addresses that ends them at punctuation of other scripts, as in
 * `https://example.org（说明）`: it sees the text end there.
 */
export function endedAtForeign(construct: Construct): Construct {
  return {
    ...construct,
    tokenize(effects, ok, nok) {
      let code: Code = null;
      let isDone = false;
      const leave = (state: typeof ok) => () => {
        isDone = true;
        return state(code);
      };
      const guarded =
        (state: typeof ok): typeof ok =>
        (given) => {
          code = given;
          const isEnd = given !== null && given > 127 && foreign.test(String.fromCharCode(given));
          const next = state(isEnd ? null : given);
          return isDone || next === undefined ? next : guarded(next);
        };
      return guarded(construct.tokenize.call(this, effects, leave(ok), leave(nok)));
    },
  };
}

function countOf(text: string, sign: string): number {
  return text.split(sign).length - 1;
}

/** Signs after an address belong to the sentence, and so does a bracket that opened before it. */
function endOf(written: string): number {
  let unopened = countOf(written, ')') - countOf(written, '(');
  for (let end = written.length; end > 0; end--) {
    const sign = written.charAt(end - 1);
    if (!/[.,:;!?'"*_~)\]}]/.test(sign) || (sign === ')' && unopened-- <= 0)) return end;
  }
  return 0;
}

/** A text as itself and links. */
function linked(text: Part): Part[] {
  const parts: Part[] = [];
  let last = 0;
  for (const { 0: written, index } of (text.value ?? '').matchAll(address)) {
    const url = written.slice(0, endOf(written));
    if (!URL.canParse(url)) continue;
    parts.push(...pieceOf(text, last, index));
    parts.push({ type: 'link', url, children: [{ type: 'text', value: url }] });
    last = index + url.length;
  }
  return last === 0 ? [text] : [...parts, ...pieceOf(text, last)];
}

/** Makes links of the addresses in a tree's texts. */
export function linkAddresses(part: Part): void {
  if (!part.children) return;
  part.children = part.children.flatMap((child) => {
    if (child.type === 'text') return linked(child);
    if (!/^link/.test(child.type)) linkAddresses(child);
    return [child];
  });
}
