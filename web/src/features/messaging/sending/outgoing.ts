/** A pending message: shown at once, settled by the reply or by a live event. */
export interface Outgoing {
  /** The key it is sent under, however often. */
  readonly key: string;
  readonly text: string;
  readonly at: string;
  /** `waiting` for the connection: sent automatically once that is back. */
  readonly status: 'sending' | 'waiting' | 'failed';
  /** The stored message, if its live event came before the reply. */
  readonly messageId?: string | undefined;
  /** Why it failed. */
  readonly detail?: string | undefined;
}
