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
