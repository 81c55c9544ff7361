import { type Statement, statement } from '../database/database.ts';
import type { ServiceDefinition } from '../service/service-module.ts';

/**
 * The tables of the kernel that a backup holds beside the heads of the logs: what a policy has done and how far consumers have come goes along, so that
 * nothing is done twice after a restore.
 */
const kernelTables = ['events', 'commands', 'reservations', 'checkpoints', 'dead_letters'] as const;

/** Tables of the kernel that belong to a place and not to its content: a restored site has its own. */
const placeTables = ['head', 'lease', 'migrations'] as const;

/** What a backup of a service holds, table by table; read models are made again from the logs. */
export function backedUpTables(definition: ServiceDefinition): readonly string[] {
  return [...kernelTables, ...(definition.keptTables ?? [])];
}

/** Everything that a restore empties first; `head` and `lease` stay, and are set. */
export function emptiedTables(definition: ServiceDefinition): readonly string[] {
  const views = definition.views.flatMap((view) => view.tables);
  // Every service has the table of people, also the one that names them.
  return [...new Set([...backedUpTables(definition), ...(definition.fleetingTables ?? []), ...views, 'people'])];
}

/** Every table that a service is known to have: one more in its schema would be lost by a backup. */
export function knownTables(definition: ServiceDefinition): readonly string[] {
  return [...emptiedTables(definition), ...placeTables].toSorted();
}

/** Asks for the columns of the table `$1` in the caller's schema, as `name`, in their order, without those that number the rows by themselves. */
export const columnsOfTable = statement(
  'backup.columns',
  `select attname as name from pg_attribute
    where attrelid = to_regclass($1) and attnum > 0 and not attisdropped and attidentity = '' order by attnum`,
);

/** Reads rows as lines of JSON, in the order of the primary key: the same content gives the same lines. */
export function selectRows(table: string, names: readonly string[]): string {
  return `select row_to_json(t)::text as row
            from (select ${names.map(quoted).join(', ')} from ${quoted(table)} order by ${orderOf(table)}) t`;
}

/** Writes rows, given as one JSON array; columns that are not named get their defaults. */
export function insertRows(table: string, names: readonly string[]): Statement {
  const list = names.map(quoted).join(', ');
  const text = `insert into ${quoted(table)} (${list}) select ${list} from json_populate_recordset(null::${quoted(table)}, $1::json)`;
  return statement(`restore.insert.${table}`, text);
}

/** The names stand in this program or in a catalogue of PostgreSQL. */
function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

function orderOf(table: string): string {
  const orders: Readonly<Record<string, string>> = {
    events: 'position',
    commands: 'actor, route, key',
    reservations: 'scope, key',
    checkpoints: 'consumer, log_id',
    dead_letters: 'id',
  };
  return orders[table] ?? '1';
}
