import { statement, type Tx } from '@parlour/kernel/database/database';

/**
 * Every row of the tables as text, sorted: equal for equal contents.
 * Source: docs/design/reliability.md#the-ledger.
 */
export async function tableContents(tx: Tx, tables: readonly string[]): Promise<Record<string, readonly string[]>> {
  const contents: Record<string, readonly string[]> = {};
  for (const table of tables) {
    const asked = statement(`contents.${table}`, `select t::text as row from ${table} t order by 1`);
    contents[table] = (await tx.query<{ row: string }>(asked)).map(({ row }) => row);
  }
  return contents;
}
