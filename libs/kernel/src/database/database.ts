import { DataSource, type DataSourceOptions, type QueryRunner } from 'typeorm';
import pg from 'pg';
import { unavailable } from '@parlour/contracts/errors';
import type { Environment } from '../config/config.ts';
import { Congestion } from './congestion.ts';
import { isConnectionFailure, isDamage, isUnanswered, UnknownOutcome } from './failures.ts';
import type { Logger } from '../logging/logger.ts';
import { Naming } from './naming.ts';
import { type ConnectionOptions, keptOpen } from './connection-options.ts';
import { inOneWrite, PooledClient } from './pooled-client.ts';

// int8 holds positions and counts, far below 2^53; strings would compare wrongly.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** A prepared statement: PostgreSQL parses it once per connection, under its name. */
export interface Statement {
  readonly name: string;
  readonly text: string;
  /** Absent: PostgreSQL plans it for its values, unless it finds that it need not. */
  readonly plans?: Plans;
  /** Whether it lifts the time limit of the statements after it in its transaction. */
  readonly liftsLimit?: true;
}

/**
 * `kept`: planned once per connection, with indexes, whatever the values. For statements that find
 * rows by lists of keys: PostgreSQL expects ten keys in a list, so it takes a plan for the one that
 * is given to be cheaper and plans anew each time. That was 2.8 of the 8 ms of a move. Outside of
 * a transaction such a statement can only read.
 */
export type Plans = 'kept';

/** Defines a statement. Each name stands for one text. */
export function statement(name: string, text: string, plans?: Plans): Statement {
  const liftsLimit = text.includes('statement_timeout = 0') && ({ liftsLimit: true } as const);
  return { name, text, ...(plans && { plans }), ...liftsLimit };
}

const ping = statement('database.ping', 'select 1 as one');

/** For how long an answer tells that the next statement is answered too, in milliseconds. */
const momentMs = 2_000;

/** Runs statements: in a transaction, or on their own. */
export interface Tx {
  /** @throws the driver's error, with PostgreSQL's SQLSTATE as `code` */
  query<Row extends object>(statement: Statement, values?: readonly unknown[]): Promise<Row[]>;
}

/** A statement with its values. */
export interface BoundStatement {
  readonly statement: Statement;
  readonly values: readonly unknown[];
}

/** Statements that are sent together with BEGIN and with COMMIT. */
export interface Ends<Result> {
  /**
   * Sent right after BEGIN without waiting for its answer. If BEGIN alone failed (very unlikely),
   * each would run outside a transaction: so only statements that change nothing there, as all that
   * keep their plans.
   */
  readonly opening?: readonly BoundStatement[];
  readonly closing?: (result: Result) => BoundStatement | undefined;
  /** Whether all of its statements keep their plans. */
  readonly plans?: Plans;
  /**
   * Whether the work begins before BEGIN is answered, so that its first statements travel with it;
   * for a transaction that keeps its plans.
   */
  readonly atOnce?: boolean;
  /**
   * Whether all of it can be repeated from a log: then COMMIT does not wait for the disk. If
   * PostgreSQL crashes, the last half second may be gone; `onLost` tells when to look.
   */
  readonly repeatable?: boolean;
}

/** Called with the name of every statement sent, so that tests can count them. */
export type StatementListener = (name: string) => void;

/**
 * The connections of one service, owned by TypeORM; hot paths send prepared statements on the same
 * connections. Four connections per replica: appends are serial, so more would only queue
 * elsewhere.
 */
export class Database implements Tx {
  onStatement: StatementListener | undefined;

  /** Whether a statement has met damage. It does not heal: an operator has to act. */
  isDamaged = false;

  /** Called with the first such failure: whatever reads the same page meets it again. */
  onDamage: ((failure: unknown) => void) | undefined;

  /** When a statement was last answered, in `performance.now()`. */
  private answeredAt = -Infinity;

  constructor(
    readonly dataSource: DataSource,
    private readonly lost: Set<() => void> = new Set(),
    /** How long a statement may go unanswered, in milliseconds; 0: for ever. */
    private readonly answerMs = 0,
    /** Of those who wait for a connection. */
    private readonly congestion = new Congestion(usualLimits.connectMs),
    readonly afterMigrations?: DatabaseDefinition['afterMigrations'],
  ) {}

  /**
   * Calls the listener as soon as a connection is lost, before there is another: PostgreSQL may
   * have crashed. Returns how to unsubscribe.
   */
  onLost(listener: () => void): () => void {
    this.lost.add(listener);
    return () => this.lost.delete(listener);
  }

  /**
   * Whether statements are answered, as one was a moment ago; otherwise it asks one. While many
   * wait for a connection, one more would wait behind them, and say nothing that their answers
   * don't. Source: decisions O-16.
   */
  async answers(): Promise<boolean> {
    return performance.now() - this.answeredAt < momentMs || (await this.query(ping)).length === 1;
  }

  /** Reads rows by lists of keys, so it keeps the plans of all statements. */
  readonly byKeys: Tx = {
    query: (asked, values) => this.query({ ...asked, plans: 'kept' }, values),
  };

  /** Runs one statement outside any transaction. */
  async query<Row extends object>(asked: Statement, values: readonly unknown[] = []): Promise<Row[]> {
    const client = await this.connect();
    let broken: Error | undefined;
    try {
      client.answerWithin(this.answerMs);
      client.plan(asked.plans);
      return await this.on(client).query<Row>(asked, values);
    } catch (failure) {
      if (isUnanswered(failure)) broken = failure;
      throw failure;
    } finally {
      // The pool itself drops a client whose connection has ended.
      this.giveBack(client, broken);
    }
  }

  private giveBack(client: PooledClient & pg.PoolClient, broken: Error | undefined): void {
    this.congestion.noteServed();
    client.answerWithin(0);
    // A connection that we end reports no error.
    if (isUnanswered(broken instanceof UnknownOutcome ? broken.cause : broken)) for (const tell of this.lost) tell();
    client.release(broken ?? false);
  }

  /**
   * Runs `work` in one transaction, read committed; anything it throws rolls back. To save round
   * trips, the statements of `opening` travel with BEGIN and their rows are passed to `work`, and
   * the statement that `closing` makes of the result travels with COMMIT.
   * @throws {UnknownOutcome} when the connection was lost after COMMIT was sent
   */
  async transaction<Result>(
    work: (tx: Tx, opened: readonly object[][]) => Promise<Result>,
    { opening = [], closing, plans, atOnce, repeatable }: Ends<Result> = {},
  ): Promise<Result> {
    const client = await this.connect();
    let broken: Error | undefined;
    const onError = (failure: Error): void => {
      broken = failure;
    };
    client.on('error', onError);
    client.answerWithin(this.answerMs);
    try {
      const tx = this.on(client);
      let result: Result;
      try {
        client.plan(plans);
        inOneWrite(client);
        const begun = [
          client.send(`begin read write${repeatable ? '; set local synchronous_commit = off' : ''}`).then(() => []),
          ...opening.map((asked) => tx.query(asked.statement, asked.values)),
        ];
        const opened = together(begun).then(([, ...rows]) => rows);
        const working = atOnce ? work(tx, []) : opened.then((rows) => work(tx, rows));
        await together<unknown>([opened, working]);
        result = await working;
      } catch (failure) {
        // A rollback fails only if the connection is lost, which rolls back as well.
        if (isUnanswered(failure)) onError(failure);
        else await client.send('rollback').catch(onError);
        throw failure;
      }
      await this.commit(client, tx, closing?.(result)).catch((failure: unknown) => {
        broken = failure instanceof UnknownOutcome ? failure : broken;
        throw failure;
      });
      return result;
    } finally {
      client.off('error', onError);
      this.giveBack(client, broken);
    }
  }

  private async commit(client: PooledClient, tx: Tx, last: BoundStatement | undefined): Promise<void> {
    try {
      // PostgreSQL answers COMMIT with ROLLBACK if a statement failed: the last statement's error
      // says why.
      inOneWrite(client);
      const [, committed] = await together([
        last && tx.query(last.statement, last.values).then(() => ''),
        client.send('commit').then(({ command }) => command),
      ]);
      // This also catches a failure that `work` swallowed.
      if (committed !== 'COMMIT') throw new Error('a statement of this transaction had failed, so it was rolled back');
    } catch (failure) {
      if (isConnectionFailure(failure)) throw new UnknownOutcome('COMMIT was not answered', { cause: failure });
      throw failure;
    }
  }

  /** The statements prepared on one connection. */
  on(connection: pg.ClientBase): Tx {
    const client = connection as PooledClient; // all are, here and in TypeORM
    return {
      query: async <Row extends object>(asked: Statement, values: readonly unknown[] = []) => {
        this.onStatement?.(asked.name);
        if (asked.liftsLimit) client.answerWithin(0);
        inOneWrite(client);
        const { name, text } = asked;
        try {
          const { rows } = await client.send<Row>({ name, text, values: [...values] });
          this.answeredAt = performance.now();
          return rows;
        } catch (failure) {
          if (isDamage(failure)) this.noteDamage(failure);
          throw failure;
        }
      },
    };
  }

  private noteDamage(failure: unknown): void {
    if (!this.isDamaged) this.onDamage?.(failure);
    this.isDamaged = true;
  }

  /** Closes the connections once statements in flight are finished. */
  async close(): Promise<void> {
    if (this.dataSource.isInitialized) await this.dataSource.destroy();
  }

  /**
   * Whoever would wait in vain is refused at once, with the time after which there will be room.
   * @throws {DomainError} `service.unavailable`
   */
  private async connect(): Promise<pg.PoolClient & PooledClient> {
    const { master } = this.dataSource.driver as unknown as { master: pg.Pool }; // TypeORM's driver does not type its pool
    const late = this.congestion.lateBehind(master.waitingCount);
    if (late > 0) throw unavailable(late);
    return (await master.connect()) as pg.PoolClient & PooledClient; // made of them
  }
}

/** The database of a service, apart from the kernel's tables. */
export interface DatabaseDefinition {
  readonly entities: NonNullable<DataSourceOptions['entities']>;
  readonly migrations: NonNullable<DataSourceOptions['migrations']>;
  /** Called each time its migrations have run, whether or not there were any. */
  readonly afterMigrations?: ((runner: QueryRunner, environment: Environment) => Promise<void>) | undefined;
}

/** Time limits of the database, in milliseconds. */
export interface DatabaseLimits {
  /** To connect, and to get a free connection. */
  readonly connectMs: number;
  readonly statementMs: number;
  readonly lockMs: number;
  /** Between two statements of a transaction. */
  readonly idleMs: number;
  /** How much longer than `statementMs` an answer is waited for; absent: 5 s. */
  readonly silenceMs?: number;
}

/**
 * How long an unused connection stays. A new one costs a process of PostgreSQL and all plans anew,
 * and most when the machine is busy.
 */
const idleConnectionMs = 300_000;

/** How much longer than PostgreSQL's own limit a statement's answer is waited for. */
const usualSilenceMs = 5_000;

const usualLimits: DatabaseLimits = { connectMs: 3_000, statementMs: 5_000, lockMs: 3_000, idleMs: 2_000 };

/** Connects without running migrations. The role's search path is its own schema. */
export async function openDatabase(
  connection: ConnectionOptions,
  definition: DatabaseDefinition,
  logger: Logger,
  { poolSize = 4, limits = usualLimits }: { readonly poolSize?: number; readonly limits?: DatabaseLimits } = {},
): Promise<Database> {
  const lost = new Set<() => void>();
  const dataSource: DataSource = new DataSource({
    type: 'postgres',
    // The one above: by default it is loaded by its name, from where packages are installed.
    driver: pg,
    host: connection.host,
    port: connection.port,
    database: connection.database,
    username: connection.user,
    password: connection.password,
    ssl: connection.ssl ?? false,
    poolSize,
    entities: definition.entities,
    namingStrategy: new Naming(),
    migrations: definition.migrations,
    migrationsTableName: 'migrations',
    applicationName: `parlour ${connection.user}`,
    connectTimeoutMS: limits.connectMs,
    // Without a listener, an idle connection's error would end the process. Errors of connections
    // that a closed pool still ends are ignored.
    poolErrorHandler: (failure: unknown) => {
      if (dataSource.isInitialized) logger.warn({ err: failure }, 'idle database connection lost');
    },
    // Pipelining: statements that do not depend on each other's answers share a round trip.
    extra: {
      Client: class extends PooledClient {
        constructor(...args: ConstructorParameters<typeof PooledClient>) {
          super(...args);
          // One that was never there, as on a busy machine, says nothing about PostgreSQL.
          this.once('connect', () => this.on('error', () => lost.forEach((tell) => tell())));
        }
      },
      pipeline: true,
      ...keptOpen,
      idleTimeoutMillis: idleConnectionMs,
      options: `-c statement_timeout=${limits.statementMs} -c lock_timeout=${limits.lockMs} -c idle_in_transaction_session_timeout=${limits.idleMs}`,
    },
  });
  await dataSource.initialize();
  const answerMs = limits.statementMs + (limits.silenceMs ?? usualSilenceMs);
  return new Database(dataSource, lost, answerMs, new Congestion(limits.connectMs), definition.afterMigrations);
}

/**
 * Waits until all are settled, then returns all results or throws the first failure: nothing keeps
 * running after the caller continues.
 */
export async function together<Answer>(all: readonly (Answer | Promise<Answer>)[]): Promise<Answer[]> {
  const settled = await Promise.allSettled(all);
  return settled.map((result) => {
    if (result.status === 'rejected') throw result.reason;
    return result.value;
  });
}
