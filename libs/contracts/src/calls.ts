/**
 * What may be done with a call that got no answer, or that reached a service before the positions
 * that its caller has seen:
 * - `read` changes nothing. It is repeated on another replica, and answered from older data,
 *   marked as stale.
 * - `idempotent` writes, but repeating it changes nothing more: a first view, presence in a chat.
 *   It is treated as a read.
 * - `command` is sent once, because it may have been carried out. Its idempotency key makes the
 *   caller's own retry safe.
 */
export type CallKind = 'read' | 'idempotent' | 'command';

/** A declared call: its kind, and the types of its request and its reply, both JSON. */
export class Declared<Kind extends CallKind, Request, Reply> {
  declare readonly request: Request;
  declare readonly reply: Reply;

  constructor(
    readonly kind: Kind,
    /** How much longer than others it may take, in milliseconds. */
    readonly waitMs = 0,
  ) {}
}

/** Declares a call of kind `read`. */
export function read<Request, Reply>(): Declared<'read', Request, Reply> {
  return new Declared('read');
}

/** Declares a call of kind `idempotent`. */
export function idempotent<Request, Reply>(): Declared<'idempotent', Request, Reply> {
  return new Declared('idempotent');
}

/** Declares a call of kind `command`, which may wait for so many milliseconds more than others. */
export function command<Request, Reply>(waitMs = 0): Declared<'command', Request, Reply> {
  return new Declared('command', waitMs);
}

/** Which things are wanted whole; the reply leaves out those that the caller may not see. */
export interface WholesRequest {
  readonly ids: readonly string[];
}

/**
 * A page of a list. `total` is exact for whole lists; for a search it is at most
 * `limits.countedExactly` plus one.
 */
export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
  /** Opaque; requests the rows after these. Null on the last page. */
  readonly next: string | null;
}
