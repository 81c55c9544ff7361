import { readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants } from 'node:zlib';
import { type Database, openDatabase, statement } from '@parlour/kernel/database/database';
import { patientLimits } from '@parlour/kernel/testing/patience';
import { silentLogger } from '@parlour/kernel/testing/silent-logger';
import { readTables } from '@parlour/kernel/testing/view-contract';
import { serviceDefinitions } from '../../service-definitions.ts';
import type { Place } from '../whole-site.ts';
import type { Replies } from './read-site.ts';
import type { KeptIds } from './kept-ids.ts';

/** A site of an earlier version, besides its backup. */
export interface KeptData {
  readonly ids: KeptIds;
  /** What that version replied to every read. */
  readonly replies: Replies;
  /** The databases of its services, which a data folder holds. */
  readonly schemas: Readonly<Record<string, KeptSchema>>;
}

interface KeptSchema {
  readonly migrations: readonly string[];
  /** Columns, constraints and indexes, as PostgreSQL describes them. */
  readonly shape: readonly string[];
  readonly rows: Readonly<Record<string, readonly unknown[]>>;
}

const folder = fileURLToPath(new URL('.', import.meta.url));

/** The versions whose data is kept. */
export function keptVersions(): readonly string[] {
  return readdirSync(folder).flatMap((file) => (file.endsWith('.backup') ? [file.replace('.backup', '')] : []));
}

/** The backup of a version's site. */
export function backupOf(version: string): string {
  return `${folder}${version}.backup`;
}

/** Reads what is kept of a version besides its backup. */
export async function readKept(version: string): Promise<KeptData> {
  const json = await promisify(brotliDecompress)(await readFile(`${folder}${version}.json.br`));
  return JSON.parse(json.toString()) as KeptData; // written by the function below
}

/** Keeps a version's data. */
export async function writeKept(version: string, data: KeptData): Promise<void> {
  // Replies to different viewers repeat each other at a distance that gzip doesn't see.
  const params = { [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS };
  await writeFile(`${folder}${version}.json.br`, await promisify(brotliCompress)(JSON.stringify(data), { params }));
}

const migrated = statement('kept.migrations', 'select name from migrations order by name');
const tablesOf = statement(
  'kept.tables',
  `select tablename as name from pg_tables where schemaname = current_schema() and tablename <> 'migrations' order by 1`,
);
const shapeOf = statement(
  'kept.shape',
  `select line from (
     select concat_ws(' ', attrelid::regclass, attname, format_type(atttypid, atttypmod), attnotnull, attidentity, attgenerated,
                      pg_get_expr(d.adbin, d.adrelid)) as line
       from pg_attribute
       left join pg_attrdef d on d.adrelid = attrelid and d.adnum = attnum
      where attnum > 0 and not attisdropped
        and attrelid in (select oid from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace)
      union all
     select concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid))
       from pg_constraint where connamespace = current_schema()::regnamespace
      union all
     select indexdef from pg_indexes where schemaname = current_schema()) lines
    order by line collate "C"`,
);
const writtenColumns = statement(
  'kept.columns',
  `select attname as name from pg_attribute
    where attrelid = to_regclass($1) and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
);

async function namesOf(database: Database, asked: typeof migrated, ...values: unknown[]): Promise<string[]> {
  return (await database.query<{ name: string }>(asked, values)).map(({ name }) => name);
}

async function shape(database: Database): Promise<string[]> {
  return (await database.query<{ line: string }>(shapeOf)).map(({ line }) => line);
}

/** Reads all tables of a stopped site. */
export async function readSchemas(place: Place): Promise<KeptData['schemas']> {
  const schemas: Record<string, KeptSchema> = {};
  for (const { definition, database } of (await place.tool()).services) {
    schemas[definition.source] = {
      migrations: await namesOf(database, migrated),
      shape: await shape(database),
      rows: await readTables(database, await namesOf(database, tablesOf)),
    };
  }
  return schemas;
}

/**
 * Fills an empty database as the kept version left it: with the migrations that it knew, and its
 * rows. Returns the shapes that today's code gives these migrations.
 */
export async function fillSchemas(place: Place, { schemas }: KeptData): Promise<Record<string, string[]>> {
  const shapes: Record<string, string[]> = {};
  for (const { source, database: definition } of serviceDefinitions()) {
    const before = schemas[source];
    // The service came later.
    if (!before) continue;
    const { migrations: names, rows } = before;
    const all = Object.values<unknown>(definition.migrations) as (new () => { readonly name: string })[]; // as services list them
    const migrations = all.filter((Migration) => names.includes(new Migration().name));
    const database = await openDatabase(place.connections[source], { entities: [], migrations }, silentLogger, {
      limits: patientLimits,
    });
    try {
      await database.dataSource.runMigrations();
      shapes[source] = await shape(database);
      for (const [table, content] of Object.entries(rows)) await fill(database, table, content);
    } finally {
      await database.close();
    }
  }
  return shapes;
}

async function fill(database: Database, table: string, rows: readonly unknown[]): Promise<void> {
  const to = quoted(table);
  const columns = (await namesOf(database, writtenColumns, table)).map(quoted).join(', ');
  await database.query(statement(`kept.empty.${table}`, `delete from ${to}`));
  const insert = statement(
    `kept.fill.${table}`,
    `insert into ${to} (${columns}) overriding system value
     select ${columns} from jsonb_populate_recordset(null::${to}, $1::jsonb)`,
  );
  await database.query(insert, [JSON.stringify(rows)]);
}

/** Names come from PostgreSQL's catalogue. */
function quoted(name: string): string {
  return `"${name}"`;
}
