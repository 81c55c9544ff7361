import { MigrationExecutor } from 'typeorm';
import type { Database } from './database.ts';
import { unhurried } from './unhurried.ts';

/** Brings the tables to where this version needs them, in one transaction: those that have grown for years take longer than a statement of a service may. */
export async function migrate(database: Database): Promise<void> {
  await unhurried(database, (runner) => new MigrationExecutor(database.dataSource, runner).executePendingMigrations());
}
