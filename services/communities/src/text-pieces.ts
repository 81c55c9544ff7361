/**
 * The longest pieces of SQL's `text_pieces` that a text must have to contain this one; counts
 * characters as PostgreSQL does.
 */
export function piecesOf(text: string): string[] {
  const characters = [...text];
  const size = Math.min(characters.length, 3);
  const starts = characters.slice(0, characters.length - size + 1);
  return [...new Set(starts.map((_, start) => characters.slice(start, start + size).join('')))];
}
