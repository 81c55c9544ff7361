import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Source } from '@parlour/contracts/envelope';
import type { Logger } from '../logging/logger.ts';
import type { ConnectionOptions } from '../postgres/connection-options.ts';

const retryMs = 1_000;

/**
 * Tells the other processes of a service that something was committed, and hears it from them, on a
 * connection of its own: within the append a NOTIFY costs two thirds of the throughput. A notice
 * may be lost, as while the connection is away; relays look into the log regardless.
 * Source: docs/design/architecture.md#the-relay.
 */
export class CommitNotices {
  private readonly channel: string;
  private readonly ending = new AbortController();
  private client: pg.Client | undefined;
  private running: Promise<void> | undefined;
  private sending: Promise<void> | undefined;
  private due = false;

  constructor(
    private readonly connection: ConnectionOptions,
    source: Source,
    private readonly onNotice: () => void,
    private readonly logger: Logger,
  ) {
    this.channel = `${source}_commits`;
  }

  /** Connects, and reconnects whenever the connection is lost. */
  start(): void {
    this.running = this.run();
  }

  /** Something was committed here. Commits in quick succession share one notice. */
  announce(): void {
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
      this.due = false;
      // A lost connection is handled by its 'error' listener.
      await this.client.query('select pg_notify($1, $2)', [this.channel, '']).catch(() => undefined);
    }
  }

  private async run(): Promise<void> {
    while (!this.ending.signal.aborted) {
      const client = new pg.Client({ ...this.connection, connectionTimeoutMillis: 3_000 });
      const lost = new Promise<void>((resolve) => {
        client.once('end', resolve);
        client.on('error', () => resolve());
      });
      client.on('notification', (notice) => {
        if (notice.processId !== ownProcess(client)) this.onNotice();
      });
      try {
        await client.connect();
        await client.query(`listen ${pg.escapeIdentifier(this.channel)}`);
        this.client = client;
        // Covers commits made while nobody listened.
        this.onNotice();
        if (this.ending.signal.aborted) await client.end();
        await lost;
      } catch (failure) {
        this.logger.warn({ err: failure }, 'commit notices unavailable, polling instead');
      }
      this.client = undefined;
      await client.end().catch(() => undefined);
      await delay(retryMs, undefined, { signal: this.ending.signal }).catch(() => undefined);
    }
  }
}

function ownProcess(client: pg.Client): number | undefined {
  // The process id of this client's server process, which the types leave out.
  return (client as pg.Client & { processID?: number }).processID;
}
