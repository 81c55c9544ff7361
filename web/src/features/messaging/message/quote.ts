/** A quote says what was meant, not all of it. */
const mostCharacters = 300;

function isQuote(line: string): boolean {
  return /^ {0,3}>/.test(line);
}

/** A text without what it quotes, unless it is nothing else. */
export function withoutQuotes(text: string): string {
  const own = text
    .split('\n')
    .filter((line) => !isQuote(line))
    .join('\n')
    .trim();
  return own === '' ? text : own;
}

/** A message as a quote with its author, to write an answer below. */
export function quoteOf(author: string, text: string): string {
  const own = withoutQuotes(text);
  const letters = Array.from(own);
  const short = letters.length > mostCharacters ? `${letters.slice(0, mostCharacters).join('').trimEnd()}…` : own;
  const name = author.replaceAll(/[\\`*_[\]<>]/g, String.raw`\$&`);
  return `${`**${name}:** ${short}`.replaceAll(/^/gm, '> ')}\n\n`;
}
