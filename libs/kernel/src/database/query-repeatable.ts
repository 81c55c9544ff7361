import type { BoundStatement, Database } from './database.ts';

/**
 * Runs one statement whose loss by a crash of PostgreSQL only leads to its repetition: its commit
 * does not wait for the disk.
 */
export async function queryRepeatable<Row extends object>(database: Database, asked: BoundStatement): Promise<Row[]> {
  const [rows = []] = await database.transaction(async (_, answers) => answers, {
    opening: [asked],
    plans: 'kept',
    repeatable: true,
  });
  return rows as Row[]; // the answer of that statement
}
