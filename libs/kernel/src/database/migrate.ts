import { MigrationExecutor } from 'typeorm';
import { setSearchLanguage } from '../search/search-language.ts';
import type { Database } from './database.ts';
import { unhurried } from './unhurried.ts';

/**
 * Runs pending migrations in one transaction, without the statement time limit of a service: tables
 * that have grown for years take longer. Then, words are searched in the environment's language.
 */
export async function migrate(database: Database): Promise<void> {
  await unhurried(database, async (runner) => {
    await new MigrationExecutor(database.dataSource, runner).executePendingMigrations();
    await setSearchLanguage(runner, process.env);
  });
}
