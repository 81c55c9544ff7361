import { jest } from '@jest/globals';
import { type Database, statement, type Statement } from '../database/database.ts';

/** A statement with the values that it was sent with. */
export interface SentStatement {
  readonly statement: Statement;
  readonly values: readonly unknown[];
}

/** PostgreSQL's work for some statements. */
export interface StatementCosts {
  /** The indexes that were used. */
  readonly ways: readonly string[];
  /** The tables with sequential scans. */
  readonly whole: readonly string[];
  /** How many rows of tables and indexes were read, including those filtered out. */
  readonly touched: number;
  /** The same for each table. */
  readonly rowsOf: Readonly<Record<string, number>>;
}

/** A node of EXPLAIN's answer. */
interface Plan {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly Plans?: readonly Plan[];
}

/** The statements with our names, outside of transactions, sent during some work. */
export async function statementsOf(
  database: Database,
  isOurs: (name: string) => boolean,
  happen: () => Promise<unknown>,
): Promise<SentStatement[]> {
  const asked = jest.spyOn(database, 'query');
  await happen();
  const sent = asked.mock.calls
    .map(([asking, values]) => ({ statement: asking, values: values ?? [] }))
    // The relay polls the log at the same time, and reads events that a durable bus has not been
    // given.
    .filter((one) => !one.statement.name.startsWith('feed.') && isOurs(one.statement.name));
  asked.mockRestore();
  return sent;
}

/** Runs reading statements once more under EXPLAIN, and returns their costs. */
export async function costsOf(database: Database, sent: readonly SentStatement[]): Promise<StatementCosts> {
  const nodes: Plan[] = [];
  for (const { statement: asked, values } of sent) {
    const explain = statement('', `explain (analyze, format json) ${asked.text}`);
    const [row] = await database.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(explain, values);
    if (row) nodes.push(...nodesOf(row['QUERY PLAN'][0].Plan));
  }
  const scans = nodes.filter((node) => 'Relation Name' in node || 'Index Name' in node);
  const rowsOfTables: Record<string, number> = {};
  for (const node of scans) {
    const table = node['Relation Name'];
    if (table !== undefined) rowsOfTables[table] = (rowsOfTables[table] ?? 0) + rowsOf(node);
  }
  return {
    ways: [...new Set(scans.flatMap((node) => node['Index Name'] ?? []))],
    whole: scans.filter((node) => node['Node Type'] === 'Seq Scan').flatMap((node) => node['Relation Name'] ?? []),
    touched: Math.round(scans.reduce((rows, node) => rows + rowsOf(node), 0)),
    rowsOf: rowsOfTables,
  };
}

function nodesOf(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
}

function rowsOf(node: Plan): number {
  const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
  return (node['Actual Rows'] + removed) * node['Actual Loops'];
}
