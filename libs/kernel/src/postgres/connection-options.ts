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
}
