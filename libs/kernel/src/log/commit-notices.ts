import pg from 'pg';
import type { Source } from '@parlour/contracts/envelope';
import type { Logger } from '../logging/logger.ts';
import { isConnectionFailure } from '../database/failures.ts';
import { type ConnectionOptions, keptOpen } from '../database/connection-options.ts';
import { pause } from '../process/pause.ts';

const retryMs = 1_000;

/** How long PostgreSQL may take to answer before the connection is given up. */
const usualAnswerMs = 10_000;

/** The most keys in one notice: PostgreSQL allows 8,000 bytes. */
const keysAtOnce = 50;

/**
 * Sends notices of commits to the other processes of a service, and receives theirs, on a
 * connection of its own: within the append a NOTIFY costs two thirds of the throughput. A notice
 * may be lost, as while the connection is down; relays poll the log regardless. It may carry the
 * keys of state that has changed.
 * Source: docs/design/architecture.md#the-relay.
 */
export class CommitNotices {
  private readonly channel: string;
  private readonly ending = new AbortController();
  private client: pg.Client | undefined;
  private running: Promise<void> | undefined;
  private sending: Promise<void> | undefined;
  private due = false;
  private readonly changed = new Set<string>();

  constructor(
    private readonly connection: ConnectionOptions,
    source: Source,
    private readonly onNotice: (changed: readonly string[]) => void,
    private readonly logger: Logger,
    private readonly answerMs = usualAnswerMs,
  ) {
    this.channel = `${source}_commits`;
  }

  /** Connects, and reconnects whenever the connection is lost. */
  start(): void {
    this.running = this.run();
  }

  /**
   * Something was committed here, such as changed state under these keys. Commits in quick
   * succession share one notice.
   */
  announce(changed: readonly string[] = []): void {
    for (const key of changed) this.changed.add(key);
    this.due = true;
    this.sending ??= this.send().finally(() => {
      this.sending = undefined;
    });
  }

  async stop(): Promise<void> {
    this.ending.abort();
    await this.sending;
    await this.client?.end().catch(() => undefined);
    await this.running;
  }

  private async send(): Promise<void> {
    while (this.due && this.client) {
      const keys = [...this.changed].slice(0, keysAtOnce);
      for (const key of keys) this.changed.delete(key);
      this.due = this.changed.size > 0;
      const payload = keys.length > 0 ? JSON.stringify(keys) : '';
      const { client } = this;
      await client.query('select pg_notify($1, $2)', [this.channel, payload]).catch((failure: unknown) => {
        // Does not wait for the server: it may have vanished. `run` connects again.
        if (isConnectionFailure(failure)) client.end().catch(() => undefined);
      });
    }
  }

  private async run(): Promise<void> {
    while (!this.ending.signal.aborted) {
      // A notice may be lost, so its commit need not wait for the disk.
      const options = '-c synchronous_commit=off';
      const times = { connectionTimeoutMillis: 3_000, query_timeout: this.answerMs };
      const client = new pg.Client({ ...this.connection, ...keptOpen, ...times, options });
      const lost = new Promise<void>((resolve) => {
        client.once('end', resolve);
        client.on('error', () => resolve());
      });
      client.on('notification', (notice) => {
        if (notice.processId !== ownProcess(client)) this.onNotice(keysOf(notice.payload));
      });
      try {
        await client.connect();
        await client.query(`listen ${pg.escapeIdentifier(this.channel)}`);
        this.client = client;
        // Covers commits made while nobody listened.
        this.onNotice([]);
        if (this.due) this.announce();
        if (this.ending.signal.aborted) await client.end();
        await lost;
      } catch (failure) {
        this.logger.warn({ err: failure }, 'commit notices unavailable, polling instead');
      }
      this.client = undefined;
      await client.end().catch(() => undefined);
      await pause(retryMs, this.ending.signal);
    }
  }
}

/** PostgreSQL lets any role of the database send a notice: what `send` did not write is ignored. */
function keysOf(payload = ''): readonly string[] {
  try {
    const keys: unknown = JSON.parse(payload);
    return Array.isArray(keys) ? keys.filter((key) => typeof key === 'string') : [];
  } catch {
    return [];
  }
}

function ownProcess(client: pg.Client): number | undefined {
  // The process id of this client's server process, which the types leave out.
  return (client as pg.Client & { processID?: number }).processID;
}
