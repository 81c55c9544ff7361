/** What a call came to, as RTK Query tells it: its reply, or else the error. */
export interface Outcome<Reply> {
  readonly data?: Reply | undefined;
  readonly error?: unknown;
}
