import type { Writable } from 'node:stream';
import pg from 'pg';

/**
 * The settings of a connection for its next statements. Read-only by default: statements are sent
 * together with their BEGIN, and if that alone failed, each would be a transaction of its own.
 */
const planSettings = {
  kept: 'set plan_cache_mode = force_generic_plan; set enable_seqscan = off; set default_transaction_read_only = on',
  usual: 'set plan_cache_mode = auto; set enable_seqscan = on; set default_transaction_read_only = off',
};

/**
 * Statements of one turn go out in one write: a system call costs as much as everything else a
 * statement costs here.
 */
export function inOneWrite(client: pg.ClientBase): void {
  const { connection } = client as pg.ClientBase & { connection: { stream: Writable } }; // its types leave it out
  connection.stream.cork();
  queueMicrotask(() => connection.stream.uncork());
}

/**
 * A client whose lost connection never ends the process. The pool removes its listener before it
 * hands a client out, and PostgreSQL may send an error right after the previous answer, when nobody
 * listens. The next statement fails instead.
 */
export class PooledClient extends pg.Client {
  /** As `query`, with the settings of the last `plan`. */
  readonly send: pg.Client['query'];
  private plans: keyof typeof planSettings = 'usual';

  constructor(...args: ConstructorParameters<typeof pg.Client>) {
    super(...args);
    this.on('error', () => undefined);
    this.send = this.query.bind(this);
    // TypeORM's statements, and those of tools, expect a connection as it is opened.
    this.query = ((...asked: Parameters<typeof this.send>) => {
      this.plan();
      return this.send(...asked);
    }) as typeof this.send;
  }

  /**
   * How long the next statements may go unanswered before the connection is given up; 0: for ever.
   * PostgreSQL ends a statement by itself, but not if its machine has vanished: then TCP repeats
   * what was sent for a quarter of an hour, and sends no probes meanwhile. TypeORM's statements are
   * not limited: tools run long ones, for which they lift PostgreSQL's limit.
   */
  answerWithin(ms: number): void {
    const { connectionParameters } = this as unknown as { connectionParameters: { query_timeout: number } }; // its types leave it out
    connectionParameters.query_timeout = ms;
  }

  /**
   * How the next statements are planned. Sent in the same write as they are, and only if the last
   * ones were planned otherwise.
   */
  plan(plans: keyof typeof planSettings = 'usual'): void {
    if (this.plans === plans) return;
    this.plans = plans;
    inOneWrite(this);
    // It fails only if the connection is lost: the statement after it says so.
    this.send(planSettings[plans]).catch(() => undefined);
  }
}
