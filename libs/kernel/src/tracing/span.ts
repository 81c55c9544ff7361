import { createHash } from 'node:crypto';

/** The attributes of a span when it begins. */
export interface SpanStart {
  readonly name: string;
  readonly kind: 'server' | 'client' | 'internal' | 'consumer';
  /** The request's id, which is on all its log lines; it is also the trace's. */
  readonly requestId: string;
  /** The parent, as W3C traceparent; absent for the first span of a trace. */
  readonly parent?: string | undefined;
  readonly attributes?: SpanAttributes;
  /** By `Date.now()`, for a span recorded afterwards. */
  readonly startedAt?: number;
}

/** Attributes of a span; no personal data. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

/** A timed part of a request. */
export interface Span {
  /** The traceparent for its children. */
  readonly traceparent: string;
  /** Ends it; `failure` is an unexpected error, not a refusal. */
  end(attributes?: SpanAttributes, failure?: unknown): void;
}

/**
 * The id of a request's trace: its own id, if that is a W3C id or a UUID; otherwise a hash of it.
 */
export function traceIdOf(requestId: string): string {
  const digits = requestId.replaceAll('-', '').toLowerCase();
  if (/^(?!0{32})[0-9a-f]{32}$/.test(digits)) return digits;
  return createHash('sha256').update(requestId).digest('hex').slice(0, 32);
}
