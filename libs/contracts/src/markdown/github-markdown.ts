import { limits } from '../limits.ts';
import { linesOf } from '../text/lines.ts';

/** More than people write, and quick to render. */
const most = { cells: 5_000, cellsPerCharacter: 0.5, tildes: 1_000, unbroken: limits.addressLength };

/** An address that stands for itself; one in a link or in angle brackets is plain Markdown. */
const bareAddress = /(?<![a-z<[]|\]\()https?:\/\/|(?:^|[\s*_~]|(?<!\])\()www\./i;

const taskOfList = /^[ >]{0,40}(?:[-*+]|\d{1,9}[.)]) {1,4}\[[ x]\]\s/im;

/** The line below a table's head, with one dash or more for each column. */
function isBelowHead(line: string): boolean {
  return line.includes('|') && line.includes('-') && /^[\s>|:-]+$/.test(line);
}

/** A line's cells, if it is one of a table: the outer bars may be missing. */
function cellsOf(line: string): number {
  const inner = line.replace(/^[\s>]*\|?/, '').trimEnd();
  return inner.slice(0, inner.endsWith('|') ? -1 : undefined).split('|').length;
}

/** An upper bound for the cells of all tables: short rows are filled up to the head's columns. */
function cellsOfTables(text: string): number {
  let cells = 0;
  let columns = 0;
  for (const line of linesOf(text)) {
    if (isBelowHead(line)) columns = Math.max(columns, cellsOf(line));
    if (/^[\s>]*$/.test(line)) columns = 0;
    cells += columns;
  }
  return cells;
}

/**
 * Whether a text uses what GitHub adds to Markdown: tables, tasks, text struck out, bare addresses.
 * A text that would take long to render with them is plain Markdown: a table of many columns fills
 * each of its rows up, the search for addresses is quadratic in what no blank breaks, that for
 * tildes in their number.
 */
export function usesGitHubMarkdown(text: string): boolean {
  const cells = cellsOfTables(text);
  if (cells === 0 && !text.includes('~~') && !taskOfList.test(text) && !bareAddress.test(text)) return false;
  // A cell takes about forty characters of the page, which is at most twenty times its text.
  if (cells > most.cells || cells > most.cellsPerCharacter * text.length) return false;
  if ((text.match(/~+/g)?.length ?? 0) > most.tildes) return false;
  if ((text.match(/https?:\/\/|www\./gi)?.length ?? 0) > limits.links) return false;
  return text.split(/\s/).every((word) => word.length <= most.unbroken);
}
