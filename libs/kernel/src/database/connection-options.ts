import type { CheckedTls } from '../config/checked-tls.ts';

/**
 * A PostgreSQL server's address and credentials, passed to `pg` and TypeORM unchanged. `host` is a
 * name, an address, or the absolute path of the folder with the server's Unix socket.
 */
export interface ConnectionOptions {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  readonly password: string;
  /**
   * False: plain TCP. Otherwise TLS only, with certificate and name verified. If absent, `pg` would
   * read its own environment variables.
   */
  readonly ssl?: false | CheckedTls;
}

/**
 * Settings of a connection that stays open. A machine that vanishes closes nothing: probes find out
 * within 20 s.
 */
export const keptOpen = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 } as const;
