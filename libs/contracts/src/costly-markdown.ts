import { linesOf } from './lines.ts';
import { checkLinks, measureLinks } from './links.ts';

/** Far above what people write, far below what blocks a reader's page for seconds. */
const most = {
  lines: 3_000,
  nested: 16,
  containers: 3_000,
  delimiters: 3_000,
  declarations: 500,
  signs: 6_000,
  brackets: 2_000,
  lookaheadPerSign: 10,
};

const containersOfLine = /^(?:[ \t]*(?:>|(?:[-*+]|\d{1,9}[.)])(?=[ \t]|$)))+/;

/**
 * Whether a text is built to keep a Markdown parser busy: thousands of nested containers on one
 * line, thousands of emphasis openers, lines or brackets, comments and instructions of HTML that
 * never end, links whose end is far away. Their time grows quadratically, up to a minute for a text
 * of the permitted length, and they overflow the stack; everything else stays linear. Texts of
 * little but signs would take a quarter of a second, as each sign is a part of its own.
 */
export function isSlowMarkdown(text: string): boolean {
  const lines = linesOf(text);
  if (lines.length > most.lines) return true;
  if ((text.match(/\*+|_+/g)?.length ?? 0) > most.delimiters) return true;
  if ((text.match(/[[\]()<>!&\\`*_~|]/g)?.length ?? 0) > most.signs) return true;
  if ((text.match(/<[!?]/g)?.length ?? 0) > most.declarations) return true;
  const { brackets, lookahead } = measureLinks(text);
  if (brackets > most.brackets || lookahead > most.lookaheadPerSign * text.length) return true;
  let containers = 0;
  for (const line of lines) {
    const nested = containersOfLine.exec(line)?.[0].match(/>|[-*+]|\d{1,9}[.)]/g)?.length ?? 0;
    containers += nested;
    if (nested > most.nested || containers > most.containers) return true;
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
