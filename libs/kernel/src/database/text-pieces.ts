/**
 * SQL: all pieces of a text of up to three characters. An index on them finds substrings of any
 * length, without an extension, which the role of a service could not create.
 */
export const textPiecesFunction = `
  create function text_pieces(whole text) returns text[] language sql immutable strict parallel safe
  return array(
    select distinct substr(whole, first, size)
      from generate_series(1, char_length(whole)) as first, generate_series(1, 3) as size
     where first + size - 1 <= char_length(whole)
  );`;

/**
 * What a text's pieces in an index must include if it contains this one: all its runs of three
 * characters, or the whole of a shorter one. Counts characters as PostgreSQL does.
 */
export function textPieces(text: string): string[] {
  const characters = [...text];
  const size = Math.min(characters.length, 3);
  const starts = characters.slice(0, characters.length - size + 1);
  return [...new Set(starts.map((_, start) => characters.slice(start, start + size).join('')))];
}
