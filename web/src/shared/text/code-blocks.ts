import { linesOf } from '@parlour/contracts/text/lines';

const isSpace = (sign: string) => sign === ' ' || sign === '\t';
const isDigit = (sign: string) => sign >= '0' && sign <= '9';

/** The end of a run of one character. */
function pass(line: string, from: number, isOfKind: (sign: string) => boolean): number {
  let at = from;
  while (isOfKind(line.charAt(at))) at += 1;
  return at;
}

/** The end of a quote or list marker; its start if there is none. */
function passMarker(line: string, from: number): number {
  if (line.charAt(from) === '>') return from + 1;
  const at = pass(line, from, isDigit);
  const markers = at > from ? ['.', ')'] : ['-', '*', '+'];
  return markers.includes(line.charAt(at)) && isSpace(line.charAt(at + 1)) ? at + 1 : from;
}

function opensNamedCode(line: string): boolean {
  let at = pass(line, 0, isSpace);
  for (let next = passMarker(line, at); next > at; next = passMarker(line, at)) at = pass(line, next, isSpace);
  const sign = line.charAt(at);
  if (sign !== '`' && sign !== '~') return false;
  const end = pass(line, at, (other) => other === sign);
  return end - at >= 3 && /[\w+#]/.test(line.charAt(pass(line, end, isSpace)));
}

/**
 * Whether a text has a code block with a language, so that the highlighter is worth loading. Reads
 * each character a few times at most: with a backtracking pattern, one text could block the page of
 * each of its readers.
 */
export function hasNamedCode(text: string): boolean {
  return linesOf(text).some(opensNamedCode);
}
