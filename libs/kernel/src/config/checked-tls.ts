/** TLS towards a server whose certificate and name must be good: of an authority of one's own, or of those that Node knows. */
export interface CheckedTls {
  /** Said, for else an environment variable of Node's could switch the check off. */
  readonly rejectUnauthorized: true;
  /** The authority's certificates in PEM; absent, those that Node knows. */
  readonly ca?: string;
}

/** TLS with certificates of these authorities, in PEM; blank stands for those that Node knows. */
export function checkedTls(authorities: string): CheckedTls {
  return { rejectUnauthorized: true, ...(authorities !== '' && { ca: authorities }) };
}
