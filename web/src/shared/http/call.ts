/** An HTTP call below `/api`. A write carries the key that makes it idempotent. */
export interface Call {
  readonly path: string;
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** A blank value is left out, as it means none. */
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: object;
  /** Sends it instead of `fetch`, with a body of its own. */
  readonly transport?: (address: string, init: RequestInit) => Promise<Response>;
  readonly submissionKey?: string;
  /** It ends the session, or puts a new one in its place. */
  readonly endsSession?: boolean;
}
