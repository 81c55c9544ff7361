import type { Viewer } from './visibility.ts';

/** A question and its viewer. */
export interface QuestionAsker extends Viewer {
  readonly id: string;
}

/**
 * SQL: the requested questions and viewers, as `w(id, viewer, fresh, n)`; the parameters are
 * `askerValues`.
 */
export const manyAskers = 'unnest($1::text[], $2::text[], $3::boolean[]) with ordinality as w(id, viewer, fresh, n)';

/**
 * SQL: the same for a single one, the usual case. PostgreSQL estimates ten rows for a list, and
 * would plan a single one each time.
 */
export const oneAsker = '(select $1::text as id, $2::text as viewer, $3::boolean as fresh, 1 as n) w';

/** The parameters of `manyAskers`, or of `oneAsker` if there is only one. */
export function askerValues(asked: readonly QuestionAsker[]): unknown[] {
  const columns = [asked.map((one) => one.id), asked.map((one) => one.viewer), asked.map((one) => one.fresh)];
  return asked.length === 1 ? columns.flat() : columns;
}
