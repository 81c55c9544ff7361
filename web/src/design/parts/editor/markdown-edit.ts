import { safeLink, sitePath } from '../../../shared/text/safe-link.ts';

/** A text and what is selected in it. */
export interface Written {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

/** A replacement in a text, and what is selected after it. */
export interface Change {
  readonly from: number;
  readonly to: number;
  readonly by: string;
  readonly select: readonly [from: number, to: number];
}

/** The edits of the toolbar and its shortcuts. */
export type Format = 'bold' | 'italic' | 'heading' | 'link' | 'code' | 'quote' | 'list' | 'orderedList';

/** Formats what is selected, or takes the format away if all of it has it. */
export function format(written: Written, as: Format): Change {
  switch (as) {
    case 'bold':
      return aroundSelection(written, '**');
    case 'italic':
      return aroundSelection(written, italicMark(written));
    case 'code':
      return isSeveralLines(written) ? codeBlock(written) : aroundSelection(written, '`');
    case 'link':
      return link(written);
    case 'heading':
    case 'quote':
    case 'list':
    case 'orderedList':
      return beforeLines(written, as);
  }
}

/** Beside a letter an underscore is no mark, so a star takes its place. */
function italicMark({ text, from, to }: Written): '*' | '_' {
  const [before, after] = [text.slice(Math.max(0, from - 2), from), text.slice(to, to + 2)];
  // Not a class before `$`: in Node 26.10 that misses letters of two code units.
  const isBesideLetter = /(?<=[\p{L}\p{N}])$/u.test(before) || /^[\p{L}\p{N}]/u.test(after);
  const isStarred = /(?<!\*)\*$/.test(before) && /^\*(?!\*)/.test(after);
  return isBesideLetter || isStarred ? '*' : '_';
}

function isSeveralLines({ text, from, to }: Written): boolean {
  return text.slice(from, to).includes('\n');
}

function aroundSelection({ text, from, to }: Written, mark: string): Change {
  const size = mark.length;
  const chosen = text.slice(from, to);
  if (text.slice(from - size, from) === mark && text.slice(to, to + size) === mark) {
    return { from: from - size, to: to + size, by: chosen, select: [from - size, to - size] };
  }
  if (chosen.length >= 2 * size && chosen.startsWith(mark) && chosen.endsWith(mark)) {
    const bare = chosen.slice(size, -size);
    return { from, to, by: bare, select: [from, from + bare.length] };
  }
  // Marks beside white space would be no marks.
  const start = from + (chosen.trim() === '' ? 0 : chosen.length - chosen.trimStart().length);
  const end = start + (chosen.trim() === '' ? chosen.length : chosen.trim().length);
  const by = mark + text.slice(start, end) + mark;
  return { from: start, to: end, by, select: [start + size, end + size] };
}

function codeBlock({ text, from, to }: Written): Change {
  const chosen = text.slice(from, to);
  const longest = Math.max(2, ...(chosen.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  const before = from === 0 || text[from - 1] === '\n' ? '' : '\n';
  const after = to === text.length || text[to] === '\n' ? '' : '\n';
  const start = from + before.length + fence.length + 1;
  const by = `${before}${fence}\n${chosen}${chosen.endsWith('\n') ? '' : '\n'}${fence}${after}`;
  return { from, to, by, select: [start, start + chosen.length] };
}

function link({ text, from, to }: Written): Change {
  const chosen = text.slice(from, to);
  if (safeLink(chosen) !== undefined) return { from, to, by: `[](${chosen})`, select: [from + 1, from + 1] };
  const by = `[${chosen}](https://)`;
  const address = from + chosen.length + 3;
  return { from, to, by, select: chosen === '' ? [from + 1, from + 1] : [address, address + 'https://'.length] };
}

/** How a line begins that has one of these formats. */
const beginnings = { heading: /^#{1,6} /, quote: /^> ?/, list: /^[-*+] /, orderedList: /^\d{1,9}[.)] / } as const;

function beforeLines({ text, from, to }: Written, as: keyof typeof beginnings): Change {
  const start = text.lastIndexOf('\n', from - 1) + 1;
  const rest = text.indexOf('\n', to);
  const end = rest === -1 ? text.length : rest;
  const lines = text.slice(start, end).split('\n');
  const has = lines.every((line) => beginnings[as].test(line));
  const changed = lines.map((line, index) => {
    if (has) return line.replace(beginnings[as], '');
    // One format of a line replaces another; only a quote may stand around all of them.
    const bare = as === 'quote' ? line : line.replace(beginnings.list, '').replace(beginnings.orderedList, '');
    const begin = { heading: '## ', quote: '> ', list: '- ', orderedList: `${index + 1}. ` }[as];
    return begin + (as === 'heading' ? line.replace(beginnings.heading, '') : bare);
  });
  const by = changed.join('\n');
  if (from !== to) return { from: start, to: end, by, select: [start, start + by.length] };
  const caret = Math.max(start, from + by.length - (end - start));
  return { from: start, to: end, by, select: [caret, caret] };
}

/**
 * Enter in a list or a quote: the next item, after a task another one to do, or the end of the list
 * if this item is empty.
 */
export function continueLine({ text, from, to }: Written): Change | undefined {
  if (from !== to || isInCode(text.slice(0, from))) return undefined;
  const start = text.lastIndexOf('\n', from - 1) + 1;
  const found = /^( {0,12})(?:(?:([-*+])|(\d{1,9})([.)])) (\[[ x]\] )?|(>) )/i.exec(text.slice(start, from));
  if (!found) return undefined;
  const [whole, indent = '', bullet, number, point, box, quote] = found;
  const rest = text.indexOf('\n', from);
  const line = text.slice(start, rest === -1 ? text.length : rest);
  if (line.slice(whole.length).trim() === '') {
    return { from: start, to: start + line.length, by: '', select: [start, start] };
  }
  const marker = bullet ?? quote ?? `${Number(number) + 1}${point ?? '.'}`;
  const by = `\n${indent}${marker} ${box === undefined ? '' : '[ ] '}`;
  return { from, to, by, select: [from + by.length, from + by.length] };
}

/** Whether a text ends within a fenced block of code. */
function isInCode(before: string): boolean {
  return before.split('\n').filter((line) => line.startsWith('```')).length % 2 === 1;
}

/** A pasted address over selected words becomes their link. */
export function pasteOver({ text, from, to }: Written, pasted: string): Change | undefined {
  const words = text.slice(from, to);
  const address = pasted.trim();
  // What is selected is an address itself, or one that has just been begun.
  if (text.slice(0, from).endsWith('](') || /^[a-z][a-z\d+.-]*:\/\//i.test(words.trim())) return undefined;
  if (words.trim() === '' || words.includes('\n') || safeLink(words) !== undefined) return undefined;
  // Addresses of this site work whatever its scheme; a bare path may be anything.
  const target = address.startsWith('/') ? undefined : (sitePath(address) ?? (safeLink(address) && address));
  if (/\s/.test(address) || target === undefined) return undefined;
  const by = `[${words}](${target})`;
  return { from, to, by, select: [from + by.length, from + by.length] };
}

type Field = HTMLTextAreaElement | HTMLInputElement;

/** The state of a text field. */
export function writtenIn({ value, selectionStart, selectionEnd }: Field): Written {
  return { text: value, from: selectionStart ?? value.length, to: selectionEnd ?? value.length };
}

/** Makes replacements in a field that may not have the focus, and leaves the focus where it is. */
export function replaceIn(field: Field, replacements: readonly Omit<Change, 'select'>[]): void {
  for (const { from, to, by } of replacements) field.setRangeText(by, from, to, 'preserve');
  field.dispatchEvent(new InputEvent('input', { bubbles: true }));
}

/** Applies a change as if it had been typed, so that the browser can undo it. */
export function applyChange(field: Field, { from, to, by, select }: Change): void {
  field.focus();
  field.setSelectionRange(from, to);
  // Deprecated, and yet the only way into a field's history.
  const command = by === '' ? 'delete' : 'insertText';
  const isNothing = by === '' && from === to;
  const done = isNothing || ('execCommand' in document && document.execCommand(command, false, by));
  if (!done) {
    field.setRangeText(by, from, to, 'end');
    field.dispatchEvent(new InputEvent('input', { bubbles: true }));
  }
  field.setSelectionRange(...select);
}
