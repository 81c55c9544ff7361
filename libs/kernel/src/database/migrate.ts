import { MigrationExecutor } from 'typeorm';
import type { Database } from './database.ts';
import { unhurried } from './unhurried.ts';

/**
 * Runs pending migrations in one transaction, without the statement time limit of a service: tables
 * that have grown for years take longer.
 */
export async function migrate(database: Database): Promise<void> {
  await unhurried(database, (runner) => new MigrationExecutor(database.dataSource, runner).executePendingMigrations());
}
