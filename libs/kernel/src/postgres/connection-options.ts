import type { CheckedTls } from '../config/checked-tls.ts';

/**
 * Where a PostgreSQL server is and who enters; `pg` and TypeORM take it as it stands. `host` is a name, an address, or the absolute path
 * of the folder that holds the server's Unix socket.
 */
export interface ConnectionOptions {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  readonly password: string;
  /** False: as it is. Else by TLS alone, with the server's certificate and name checked. Absent, `pg` would follow an environment of its own. */
  readonly ssl?: false | CheckedTls;
}
