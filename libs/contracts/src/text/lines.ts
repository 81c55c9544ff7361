/** The lines of a text, as Markdown has them. */
export function linesOf(text: string): readonly string[] {
  return text.split(/\r\n|[\n\r]/);
}
