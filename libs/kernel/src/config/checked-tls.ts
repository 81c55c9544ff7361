/**
 * TLS options that verify the server's certificate and name, against given authorities or Node's.
 */
export interface CheckedTls {
  /** Set explicitly, so that NODE_TLS_REJECT_UNAUTHORIZED cannot switch the check off. */
  readonly rejectUnauthorized: true;
  /** The authorities' certificates in PEM; absent for those of Node. */
  readonly ca?: string;
}

/** TLS options for these authorities, in PEM; blank for those of Node. */
export function checkedTls(authorities: string): CheckedTls {
  return { rejectUnauthorized: true, ...(authorities !== '' && { ca: authorities }) };
}
