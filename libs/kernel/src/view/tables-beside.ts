import type pg from 'pg';
import { statement, type Tx } from '../database/database.ts';

interface Definition {
  readonly definition: string;
}

const constraints = statement(
  'beside.constraints',
  `select format('alter table %I.%I add constraint %I %s', $2::text, $3::text, conname, pg_get_constraintdef(oid)) as definition
     from pg_constraint where conrelid = format('%I.%I', $1::text, $3::text)::regclass and contype in ('p', 'u', 'c')`,
);
const indexes = statement(
  'beside.indexes',
  `select replace(pg_get_indexdef(i.indexrelid), format(' ON %I.%I ', $1::text, $3::text), format(' ON %I.%I ', $2::text, $3::text))
          as definition
     from pg_index i
    where i.indrelid = format('%I.%I', $1::text, $3::text)::regclass
      and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`,
);
const options = statement(
  'beside.options',
  `select format('alter table %I.%I set (%s)', $2::text, $3::text, array_to_string(reloptions, ', ')) as definition
     from pg_class where oid = format('%I.%I', $1::text, $3::text)::regclass and reloptions is not null`,
);

/**
 * Creates an empty table of the same shape in another schema, with the same constraint and index
 * names. Foreign keys, triggers and sequences are not copied: read models have none.
 */
export async function createBeside(
  client: pg.ClientBase,
  tx: Tx,
  schema: string,
  next: string,
  table: string,
): Promise<void> {
  await client.query(`drop table if exists ${next}.${table}`);
  await client.query(
    `create table ${next}.${table} (like ${schema}.${table} including all excluding indexes excluding constraints)`,
  );
  for (const kind of [options, constraints, indexes]) {
    const rows = await tx.query<Definition>(kind, [schema, next, table]);
    for (const { definition } of rows) await client.query(definition);
  }
}

const leftIn = statement(
  'beside.left',
  `select tablename as name from pg_tables where schemaname = $1 and tablename = any($2::text[])`,
);

/** Drops those of these tables that are in the schema `next`, and what they hold. */
export async function dropBeside(
  client: pg.ClientBase,
  tx: Tx,
  next: string,
  tables: readonly string[],
): Promise<void> {
  for (const { name } of await tx.query<{ name: string }>(leftIn, [next, tables])) {
    await client.query(`drop table ${next}.${name}`);
  }
}

/**
 * Replaces the serving tables with those of the schema `next`, in the caller's transaction; `last`
 * runs when nobody can write to the serving ones any more. Its lock timeout is shorter than
 * PostgreSQL's deadlock timeout, so a deadlock never aborts a reader of two tables.
 * @throws the driver's error 55P03 when the lock times out
 */
export async function replaceServing(
  client: pg.ClientBase,
  schema: string,
  next: string,
  tables: readonly string[],
  last: () => Promise<void>,
): Promise<void> {
  await client.query(`set local lock_timeout = '100ms'`);
  await client.query(`lock ${tables.map((table) => `${schema}.${table}`).join(', ')} in access exclusive mode`);
  await client.query(`set local lock_timeout = 0`);
  await last();
  for (const table of tables) {
    await client.query(`drop table ${schema}.${table}`);
    await client.query(`alter table ${next}.${table} set schema ${schema}`);
  }
}
