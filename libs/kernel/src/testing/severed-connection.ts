import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ConnectionOptions } from '../database/connection-options.ts';

/** The fate of a connection when its client sends COMMIT. */
export type Fate = 'passes' | 'cut before COMMIT' | 'cut before the answer';

/** A proxy to PostgreSQL that a test can cut. */
export interface SeverableConnection {
  readonly connection: ConnectionOptions;
  /** Applies to the next COMMIT, then all pass again. */
  fate: Fate;
  /** True: refuses connections, and cuts existing ones. */
  away: boolean;
  /**
   * True: the server announces the end of the connection right after an answer, in the same packet.
   */
  ending: boolean;
  /** True: no more answers, and nothing is closed, as if the server's machine had vanished. */
  silent: boolean;
  /** How many connections clients have open now. */
  readonly clients: number;
  close(): Promise<void>;
}

/**
 * Messages of PostgreSQL's protocol: ready outside a transaction; a fatal error, which ends the
 * connection.
 */
const readyForQuery = Buffer.from('Z\0\0\0\x05I');
const fields = ['SFATAL', 'C57P01', 'Mterminating connection due to administrator command', ''].join('\0') + '\0';
const endedByAdmin = Buffer.concat([Buffer.from('E\0\0\0'), Buffer.from([fields.length + 4]), Buffer.from(fields)]);

/** A proxy between client and PostgreSQL; on Unix sockets if the server is on one. */
export async function severable(target: ConnectionOptions): Promise<SeverableConnection> {
  const folder = await mkdtemp(join(tmpdir(), 'parlour-cut-'));
  const sockets = new Set<Socket>();
  let away = false;
  let clients = 0;
  const server = createServer((client) => {
    clients += 1;
    client.once('close', () => (clients -= 1));
    if (away) {
      client.destroy();
      return;
    }
    const upstream = target.host.startsWith('/')
      ? connect(join(target.host, `.s.PGSQL.${target.port}`))
      : connect(target.port, target.host);
    const cut = (): void => {
      client.destroy();
      // The server still reads and executes what was already sent.
      upstream.end();
    };
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', cut).on('close', () => {
        sockets.delete(socket);
        cut();
      });
    }
    upstream.on('data', (bytes) => {
      if (severed.silent) return;
      if (severed.ending && bytes.subarray(-6).equals(readyForQuery)) client.end(Buffer.concat([bytes, endedByAdmin]));
      else client.write(bytes);
    });
    client.on('data', (bytes) => {
      const { fate } = severed;
      if (fate === 'passes' || !bytes.includes('commit\0')) {
        upstream.write(bytes);
        return;
      }
      severed.fate = 'passes';
      if (fate === 'cut before the answer') {
        upstream.removeAllListeners('data').resume();
        upstream.write(bytes);
      }
      cut();
    });
  });
  server.listen(join(folder, '.s.PGSQL.5432'));
  await once(server, 'listening');
  const severed: SeverableConnection = {
    connection: { ...target, host: folder, port: 5432 },
    fate: 'passes',
    ending: false,
    silent: false,
    get clients() {
      return clients;
    },
    get away() {
      return away;
    },
    set away(value: boolean) {
      away = value;
      if (away) for (const socket of sockets) socket.destroy();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
  return severed;
}
