/**
 * A text in at most two lines of this many letters, of whole words if they fit; longer texts end in
 * "…".
 */
export function inLines(text: string, letters: number): string[] {
  const first = lineOf(text.trim(), letters);
  const rest = text.trim().slice(first.length).trim();
  if (rest === '') return [first.trim()];
  const second = Array.from(rest);
  return [
    first.trim(),
    second.length <= letters
      ? rest
      : `${second
          .slice(0, letters - 1)
          .join('')
          .trimEnd()}…`,
  ];
}

/** The start of a text that fits into a line; cut within a word only if that alone is too long. */
function lineOf(text: string, letters: number): string {
  const all = Array.from(text);
  if (all.length <= letters) return text;
  const cut = all.slice(0, letters + 1).join('');
  const blank = cut.lastIndexOf(' ');
  return blank > 0 ? cut.slice(0, blank) : all.slice(0, letters).join('');
}
