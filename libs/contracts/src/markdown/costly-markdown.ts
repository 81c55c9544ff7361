import { linesOf } from '../text/lines.ts';
import { checkLinks, measureLinks } from '../text/links.ts';

/** Far above what people write, far below what blocks a reader's page for seconds. */
const most = {
  lines: 3_000,
  nested: 16,
  containers: 1_000,
  underlines: 500,
  delimiters: 3_000,
  delimitersTogether: 1_000,
  declarations: 500,
  signs: 6_000,
  brackets: 2_000,
  lookaheadPerSign: 10,
};

const counted = ['containers', 'underlines', 'delimiters', 'delimitersTogether'] as const;

const containersOfLine = /^(?:[ \t]*(?:>|(?:[-*+]|\d{1,9}[.)])(?=[ \t]|$)))+/;

/** What makes a heading or a table of the line above it. */
const underline = /^[ \t>]*(?:=+|[-|:][-|: \t]*)$/;

const isLetter = (sign: string): boolean => /[\p{L}\p{N}]/u.test(sign);

/** How many signs stand before and behind words; an underscore within a word is none. */
function delimitersOf(line: string): number {
  let count = 0;
  for (const { 0: signs, index } of line.matchAll(/\*+|_+/g)) {
    const isWithin = isLetter(line.charAt(index - 1)) && isLetter(line.charAt(index + signs.length));
    if (signs.startsWith('*') || !isWithin) count += 1;
  }
  return count;
}

/**
 * Whether a text is built to keep a Markdown parser busy: thousands of nested containers on one
 * line, hundreds of lists, quotes, headings or tables, emphasis openers, lines or brackets,
 * comments and instructions of HTML that never end, links whose end is far away. Their time grows
 * quadratically, up to a minute for a text of the permitted length, and they overflow the stack.
 * Texts of little but signs would take a quarter of a second, as each sign is a part of its own.
 * Whatever is left takes a few times as long as an ordinary text of the greatest length.
 */
export function isSlowMarkdown(text: string): boolean {
  const lines = linesOf(text);
  if (lines.length > most.lines) return true;
  if ((text.match(/[[\]()<>!&\\`*_~|]/g)?.length ?? 0) > most.signs) return true;
  if ((text.match(/<[!?]/g)?.length ?? 0) > most.declarations) return true;
  const { brackets, lookahead } = measureLinks(text);
  if (brackets > most.brackets || lookahead > most.lookaheadPerSign * text.length) return true;
  const sum = { containers: 0, underlines: 0, delimiters: 0, delimitersTogether: 0 };
  for (const line of lines) {
    const nested = containersOfLine.exec(line)?.[0].match(/>|[-*+]|\d{1,9}[.)]/g)?.length ?? 0;
    sum.containers += nested;
    sum.underlines += underline.test(line) ? 1 : 0;
    const found = delimitersOf(line);
    sum.delimiters += found;
    // A blank line ends a paragraph, and signs only belong to others of their own one.
    sum.delimitersTogether = line.trim() === '' ? 0 : sum.delimitersTogether + found;
    if (nested > most.nested || counted.some((kind) => sum[kind] > most[kind])) return true;
  }
  return false;
}

/**
 * Whether a text is shown unrendered: it would take long, or its links would make the page many
 * times longer than the text. Source: decisions Q-9.
 */
export function isCostlyMarkdown(text: string): boolean {
  return isSlowMarkdown(text) || checkLinks(text) !== undefined;
}
