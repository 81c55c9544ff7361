import type { Page } from '@parlour/contracts/calls';
import { Json, type JsonPage } from '../rpc/json.ts';
import { type Statement, statement, type Tx } from './database.ts';

/** A reply of whole things ends after this many bytes: what is left is asked for again. */
export const wholesBytes = 4 * 1024 * 1024;

/** A thing as JSON from PostgreSQL; null if it is too long for this statement. */
export interface WholeRow {
  readonly id: string;
  readonly json: string | null;
  /** How many of the ids there are for the viewer. */
  readonly found: number;
}

/**
 * The statement for things by their ids, as many as fit, but at least one.
 * @param rows SQL with the columns `id`, `json` and `n`, the place of the id among those asked for
 */
export function wholesOf(name: string, rows: string): Statement {
  return statement(
    name,
    `select id, json, found from (
       select r.id, r.n, r.json, count(*) over ()::int as found,
              coalesce(sum(octet_length(r.json)) over (order by r.n) - octet_length(r.json), 0) as before
         from (${rows}) r) w
      where before < ${wholesBytes} order by n`,
  );
}

/** The reply: the things that were read, and where to go on. */
export function pageOfWholes<Thing>(ids: readonly string[], read: readonly WholeRow[]): JsonPage<Thing> {
  const rows = read.flatMap(({ json }) => (json === null ? [] : [{ json }]));
  return { rows: Json.list(rows), total: ids.length, next: nextOf(ids, read) };
}

/** Reads things by their ids in one statement. */
export async function readWholes<Thing>(
  tx: Tx,
  reading: Statement,
  ids: readonly string[],
  viewer: string,
): Promise<JsonPage<Thing>> {
  return pageOfWholes(ids, await tx.query<WholeRow>(reading, [ids, viewer]));
}

function nextOf(ids: readonly string[], read: readonly WholeRow[]): Page<never>['next'] {
  const last = read.at(-1);
  return last && read.length < last.found ? (ids[ids.indexOf(last.id) + 1] ?? null) : null;
}
