import { MigrationExecutor, type QueryRunner } from 'typeorm';
import { checkDataVersion } from './data-version.ts';
import type { Database } from './database.ts';
import { unhurried } from './unhurried.ts';

/**
 * Runs pending migrations in one transaction, without the statement time limit of a service: tables
 * that have grown for years take longer. Then it calls `afterMigrations`.
 * @throws {DataVersionError} when another version has migrated the schema, and this one cannot open
 * it
 */
export async function migrate(database: Database): Promise<void> {
  await checkDataVersion(database);
  await unhurried(database, async (runner) => {
    await runner.startTransaction();
    try {
      await lockOutWriters(runner);
      await new MigrationExecutor(database.dataSource, runner).executePendingMigrations();
      await runner.commitTransaction();
    } catch (failure) {
      // It fails only if the connection is lost, which rolls back as well.
      await runner.rollbackTransaction().catch(() => undefined);
      throw failure;
    }
    await database.afterMigrations?.(runner, process.env);
  });
}

/**
 * Takes the lock of appends, before any other: processes of the version before may still write, to
 * the log first and to its views then, and a migration that locks these in another order would
 * deadlock with them.
 */
async function lockOutWriters(runner: QueryRunner): Promise<void> {
  // One row, by the statement.
  const [log] = (await runner.query(`select to_regclass('head') is not null as exists`)) as { exists: boolean }[];
  if (log?.exists === true) await runner.query('select from head for update');
}
