import { canonicalName, checkWellFormed } from '@parlour/contracts/text/checks';
import { refuse } from '@parlour/contracts/errors';
import { type Statement, statement } from '@parlour/kernel/database/database';
import { textPieces } from '@parlour/kernel/database/text-pieces';

/** A text that rows must contain, case-insensitively. */
export interface TextSearch {
  /** Every row contains a blank text. */
  readonly isBlank: boolean;
  /** The last parameters of the statement. */
  readonly values: readonly unknown[];
}

/** @throws {DomainError} `request.illFormedText` */
export function textSearchOf(text = ''): TextSearch {
  refuse(checkWellFormed(text));
  const search = canonicalName(text);
  return search === '' ? { isBlank: true, values: [] } : { isBlank: false, values: [textPieces(search), search] };
}

/**
 * A list's statement. Searches have no name and are planned each time: a rare text is best found by
 * the index on pieces, a common one by the index of the order, and a generic plan cannot know
 * which.
 */
export function searchStatement({ isBlank }: TextSearch, name: string, text: string): Statement {
  return statement(isBlank ? name : '', text);
}

/**
 * SQL: whether one of the columns contains the text, whose parameters begin with number `first`.
 * The index on the pieces of `indexed` finds rows with all of its pieces anywhere; the rest keeps
 * those that contain the text itself. Compared literally, so % and _ are no wildcards.
 */
export function containing(
  { isBlank }: TextSearch,
  first: number,
  indexed: string,
  columns: readonly string[],
): string {
  if (isBlank) return 'true';
  const found = columns.map((column) => `strpos(${column}, $${first + 1}) > 0`);
  return `text_pieces(${indexed}) @> $${first}::text[] and (${found.join(' or ')})`;
}
