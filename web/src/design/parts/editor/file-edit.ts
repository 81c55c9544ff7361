import { addressOfFile, pictureIn } from '@parlour/contracts/files/file-id';
import type { Change } from './markdown-edit.ts';

/** A picture of this site in a text. */
export interface WrittenPicture {
  readonly id: string;
  readonly alt: string;
}

/** An image of this site; its words end within a length, so that each sign is read few times. */
const picture = /!\[((?:\\[^]|[^\]\\]){0,1200})\]\((\/file\/[\da-f-]{36})\)/gi;

/** Words between brackets, with backslashes before what Markdown would read. */
function escaped(words: string): string {
  const oneLine = words.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');
  return oneLine.replaceAll(/[\\[\]*`<&~]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\$&');
}

/** How a text names a new file: a picture without words, which are asked for, or a link. */
export function markdownOf(file: { readonly _id: string; readonly name: string }): string {
  const address = addressOfFile(file._id);
  return pictureIn(address) === undefined ? `[${escaped(file.name)}](${address})` : `![](${address})`;
}

/** Pictures that follow a line, each in a paragraph of its own. */
const followingPictures = /^(?:\n+!\[[^\n]*\]\(\/file\/[^)\s]+\)(?=\n|$))+/;

/**
 * Puts a picture below the line of the caret, which stays there: its person may be typing; on an
 * empty line, it goes on behind the picture. A link stands among the words.
 */
export function insertion(text: string, caret: number, markdown: string): Change {
  if (!markdown.startsWith('!')) return insertedLink(text, caret, markdown);
  const rest = text.indexOf('\n', caret);
  const lineEnd = rest === -1 ? text.length : rest;
  const isEmptyLine = text.slice(text.lastIndexOf('\n', caret - 1) + 1, lineEnd).trim() === '';
  const at = lineEnd + (isEmptyLine ? 0 : (followingPictures.exec(text.slice(lineEnd))?.[0].length ?? 0));
  const [before, after] = [text.slice(0, at), text.slice(at)];
  const breaksBefore = before.trim() === '' ? '' : '\n\n'.slice(/\n*$/.exec(before)?.[0].length);
  const breaksAfter = after === '' && !isEmptyLine ? '' : '\n\n'.slice(/^\n{0,2}/.exec(after)?.[0].length);
  const by = breaksBefore + markdown + breaksAfter;
  const then = isEmptyLine ? at + by.length : caret;
  return { from: at, to: at, by, select: [then, then] };
}

function insertedLink(text: string, caret: number, markdown: string): Change {
  const start = /(?:^|[\s([])$/.test(text.slice(0, caret)) ? '' : ' ';
  const end = /^[\s.,;:!?)\]]/.test(text.slice(caret)) ? '' : ' ';
  const by = start + markdown + end;
  return { from: caret, to: caret, by, select: [caret + by.length, caret + by.length] };
}

function found(text: string) {
  return [...text.matchAll(picture)].flatMap(({ 0: written, 1: words = '', 2: address, index }) => {
    const id = pictureIn(address);
    return id === undefined ? [] : [{ id, words, from: index, to: index + written.length }];
  });
}

/** The pictures in a text, each once. */
export function picturesIn(text: string): readonly WrittenPicture[] {
  const pictures = new Map<string, WrittenPicture>();
  for (const { id, words } of found(text)) {
    if (!pictures.has(id)) pictures.set(id, { id, alt: words.replaceAll(/\\([!-/:-@[-`{-~])/g, '$1') });
  }
  return [...pictures.values()];
}

/** A replacement in a text. */
export type Replacement = Omit<Change, 'select'>;

/** Describes a picture wherever a text has it; the last place first. */
export function describing(text: string, { id, alt }: WrittenPicture): readonly Replacement[] {
  const places = found(text).filter((one) => one.id === id);
  return places
    .toReversed()
    .map(({ from, words }) => ({ from: from + 2, to: from + 2 + words.length, by: escaped(alt) }));
}

/** Takes a picture out of a text, with the blank lines behind it; the last place first. */
export function removing(text: string, id: string): readonly Replacement[] {
  const places = found(text).filter((one) => one.id === id);
  return places.toReversed().map(({ from, to }) => {
    const blank = /^\n*/.exec(text.slice(to))?.[0].length ?? 0;
    return { from, to: to + blank, by: '' };
  });
}
