/**
 * What a text's pieces in an index must include if it contains this one: all its runs of three
 * characters, or the whole of a shorter one. Counts characters as PostgreSQL does. The indexes are
 * made by SQL functions of the services' migrations.
 */
export function textPieces(text: string): string[] {
  const characters = [...text];
  const size = Math.min(characters.length, 3);
  const starts = characters.slice(0, characters.length - size + 1);
  return [...new Set(starts.map((_, start) => characters.slice(start, start + size).join('')))];
}
