const isSpace = (sign: string) => sign === ' ' || sign === '\t';
const isDigit = (sign: string) => sign >= '0' && sign <= '9';

/** Where the signs of a kind end that begin at a place. */
function pass(line: string, from: number, isOfKind: (sign: string) => boolean): number {
  let at = from;
  while (isOfKind(line.charAt(at))) at += 1;
  return at;
}

/** Where the marker of a quote or of an entry of a list ends; where it begins if there is none. */
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
 * Whether a text holds a code block that names its language, so that it is worth loading the
 * highlighter for. Looks at each sign a few times at most: a pattern that tries again what it has
 * tried would let one text hold up the page of each of its readers.
 */
export function hasNamedCode(text: string): boolean {
  return text.split(/[\n\r]/).some(opensNamedCode);
}
