import { DataSource, type DataSourceOptions } from 'typeorm';
import pg from 'pg';
import { unavailable } from '@parlour/contracts/errors';
import type { Logger } from '../logging/logger.ts';
import type { ConnectionOptions } from '../postgres/connection-options.ts';

// int8 holds positions and counts, far below 2^53; a string there would compare wrongly.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** A prepared statement: PostgreSQL parses and plans it once per connection, under its name. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

/** Names a statement; one name belongs to one text. */
export function statement(name: string, text: string): Statement {
  return { name, text };
}

/** What can be asked: within a transaction, or by itself. */
export interface Tx {
  /** @throws the driver's error, with PostgreSQL's SQLSTATE as `code` */
  query<Row extends object>(statement: Statement, values?: readonly unknown[]): Promise<Row[]>;
}

/** A COMMIT that was sent and never answered: the transaction may be there or not. */
export class UnknownOutcome extends Error {
  override readonly name = 'UnknownOutcome';
}

/** Called with the name of every statement that is sent; for tests that count them. */
export type StatementListener = (name: string) => void;

/**
 * The connections of one service, owned by TypeORM; hot paths send prepared statements on the same connections.
 * Four connections per replica: appends are serial, so more would only queue elsewhere.
 */
export class Database implements Tx {
  onStatement: StatementListener | undefined;

  constructor(readonly dataSource: DataSource) {}

  /** One statement outside any transaction. */
  async query<Row extends object>(asked: Statement, values: readonly unknown[] = []): Promise<Row[]> {
    this.onStatement?.(asked.name);
    return (await this.pool.query<Row>({ ...asked, values: [...values] })).rows;
  }

  /**
   * Runs `work` in one transaction, read committed; anything it throws rolls back.
   * @throws {UnknownOutcome} when the connection was lost during COMMIT
   */
  async transaction<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> {
    const runner = this.dataSource.createQueryRunner();
    try {
      const client = (await runner.connect()) as pg.PoolClient; // what TypeORM's PostgreSQL driver gives
      await runner.startTransaction();
      let result: Result;
      try {
        result = await work(this.on(client));
      } catch (failure) {
        // A rollback that fails has lost its connection, which rolls back as well.
        await runner.rollbackTransaction().catch(() => undefined);
        throw failure;
      }
      try {
        await runner.commitTransaction();
      } catch (failure) {
        throw isConnectionFailure(failure)
          ? new UnknownOutcome('COMMIT was not answered', { cause: failure })
          : failure;
      }
      return result;
    } finally {
      await runner.release().catch(() => undefined);
    }
  }

  /** The statements of one connection, prepared there. */
  on(client: pg.ClientBase): Tx {
    return {
      query: async <Row extends object>(asked: Statement, values: readonly unknown[] = []) => {
        this.onStatement?.(asked.name);
        return (await client.query<Row>({ ...asked, values: [...values] })).rows;
      },
    };
  }

  /** Ends the connections; what is in flight is finished first. */
  async close(): Promise<void> {
    if (this.dataSource.isInitialized) await this.dataSource.destroy();
  }

  private get pool(): pg.Pool {
    return (this.dataSource.driver as unknown as { master: pg.Pool }).master; // TypeORM's driver does not type its pool
  }
}

/** What a service brings to its database besides the tables of the kernel. */
export interface DatabaseDefinition {
  readonly entities: NonNullable<DataSourceOptions['entities']>;
  readonly migrations: NonNullable<DataSourceOptions['migrations']>;
}

/** Connects; runs no migration. The role's search path is its own schema. */
export async function openDatabase(
  connection: ConnectionOptions,
  definition: DatabaseDefinition,
  logger: Logger,
  poolSize = 4,
): Promise<Database> {
  const dataSource = new DataSource({
    type: 'postgres',
    host: connection.host,
    port: connection.port,
    database: connection.database,
    username: connection.user,
    password: connection.password,
    poolSize,
    entities: definition.entities,
    migrations: definition.migrations,
    migrationsTableName: 'migrations',
    applicationName: `parlour ${connection.user}`,
    connectTimeoutMS: 3_000,
    // An idle connection's error would otherwise end the process.
    poolErrorHandler: (failure: unknown) => logger.warn({ err: failure }, 'an idle database connection was lost'),
    extra: { options: '-c statement_timeout=5000 -c lock_timeout=3000 -c idle_in_transaction_session_timeout=2000' },
  });
  await dataSource.initialize();
  return new Database(dataSource);
}

const connectionStates = new Set(['57P01', '57P02', '57P03', '53300', '25P03', '25P04']);
const systemFailures = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOENT', 'ETIMEDOUT', 'ENOTCONN']);

/** The database is away or ended the connection: the statement may be tried again later. */
export function isConnectionFailure(failure: unknown): boolean {
  if (!(failure instanceof Error)) return false;
  const code = (failure as Error & { code?: string }).code; // pg and node name their failures by `code`
  if (code === undefined) return /connection|terminated|timeout exceeded|not queryable/i.test(failure.message);
  return code.startsWith('08') || connectionStates.has(code) || systemFailures.has(code);
}

/** The failure passes by itself: lost connections, deadlocks, lock and statement time-outs, a full disk. */
export function isTransient(failure: unknown): boolean {
  if (failure instanceof UnknownOutcome || isConnectionFailure(failure)) return true;
  const code = failure instanceof Error ? (failure as Error & { code?: string }).code : undefined; // as above
  return code !== undefined && /^(40001|40P01|55P03|57014|53...|58...)$/.test(code);
}

/** What a caller is told of a failure of the database: 503 where a retry helps, else the failure itself. */
export function asRefusal(failure: unknown): unknown {
  return isTransient(failure) ? unavailable() : failure;
}
