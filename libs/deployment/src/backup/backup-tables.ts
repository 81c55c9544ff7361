import { type Statement, statement } from '@parlour/kernel/database/database';
import type { ServiceDefinition } from '@parlour/kernel/service/service-module';

/**
 * Kernel tables that a backup holds besides the heads of the logs. Policies' decisions and
 * consumers' checkpoints are included so that nothing is done twice after a restore.
 */
const kernelTables = ['events', 'commands', 'reservations', 'checkpoints', 'dead_letters'] as const;

/**
 * Kernel tables that belong to an installation, not to its content: a restored site starts its own.
 */
const placeTables = ['head', 'lease', 'migrations'] as const;

/** The tables in a service's backup; read models are rebuilt from the logs. */
export function backedUpTables(definition: ServiceDefinition): readonly string[] {
  return [...kernelTables, ...(definition.keptTables ?? [])];
}

/** All tables that a restore empties first; `head` and `lease` keep their row and are updated. */
export function emptiedTables(definition: ServiceDefinition): readonly string[] {
  const views = definition.views.flatMap((view) => view.tables);
  // Every service has the table of people, including identity, which names them.
  return [...new Set([...backedUpTables(definition), ...(definition.fleetingTables ?? []), ...views, 'people'])];
}

/**
 * All tables that a service is known to have. A further table in its schema would be missing from a
 * backup.
 */
export function knownTables(definition: ServiceDefinition): readonly string[] {
  return [...emptiedTables(definition), ...placeTables].toSorted();
}

/**
 * Lists the columns of table `$1` in the caller's schema as `name`, in order, without generated row
 * numbers.
 */
export const columnsOfTable = statement(
  'backup.columns',
  `select attname as name from pg_attribute
    where attrelid = to_regclass($1) and attnum > 0 and not attisdropped and attidentity = '' order by attnum`,
);

/** Lists the columns of the primary key of table `$1` as `name`, in order. */
export const keyOfTable = statement(
  'backup.key',
  `select a.attname as name
     from pg_index i, unnest(i.indkey) with ordinality as k(attnum, place), pg_attribute a
    where i.indrelid = to_regclass($1) and i.indisprimary and a.attrelid = i.indrelid and a.attnum = k.attnum
    order by k.place`,
);

/** Reads rows as lines of JSON, ordered by primary key: the same content gives the same lines. */
export function selectRows(table: string, names: readonly string[], key: readonly string[]): string {
  return `select row_to_json(t)::text as row
            from (select ${listOf(names)} from ${quoted(table)} order by ${listOf(key)}) t`;
}

/** Inserts rows given as one JSON array; columns that are not named get their defaults. */
export function insertRows(table: string, names: readonly string[]): Statement {
  const list = listOf(names);
  const text = `insert into ${quoted(table)} (${list}) select ${list} from json_populate_recordset(null::${quoted(table)}, $1::json)`;
  return statement(`restore.insert.${table}`, text);
}

/** Table names come from this program or from PostgreSQL's catalogue, never from input. */
function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

function listOf(names: readonly string[]): string {
  return names.map(quoted).join(', ');
}
