import type { Viewer } from '@parlour/people/audience-sql';

/** A question and its viewer. */
export interface QuestionForViewer extends Viewer {
  readonly id: string;
}

/**
 * SQL: the requested questions and viewers, as `w(id, viewer, fresh, n)`; the parameters are
 * `valuesForViewers`.
 */
export const manyForViewers =
  'unnest($1::text[], $2::text[], $3::boolean[]) with ordinality as w(id, viewer, fresh, n)';

/**
 * SQL: the same for a single one, the usual case. PostgreSQL estimates ten rows for a list, and
 * would plan a single one each time.
 */
export const oneForViewer = '(select $1::text as id, $2::text as viewer, $3::boolean as fresh, 1 as n) w';

/** The parameters of `manyForViewers`, or of `oneForViewer` if there is only one. */
export function valuesForViewers(asked: readonly QuestionForViewer[]): unknown[] {
  const columns = [asked.map((one) => one.id), asked.map((one) => one.viewer), asked.map((one) => one.fresh)];
  return asked.length === 1 ? columns.flat() : columns;
}
