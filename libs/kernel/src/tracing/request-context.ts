import { context, createContextKey, type SpanContext, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';

/** What belongs to one request, wherever its work is done in this process. */
export interface RequestContext extends RequestIds {
  /** The span that is being worked for, as W3C traceparent; absent without tracing. */
  readonly traceparent?: string | undefined;
}

/** The ids on every log line of a request. */
export interface RequestIds {
  readonly requestId?: string;
  readonly correlationId?: string;
}

// Refused if the process was started with an instrumentation, whose manager then serves as well.
context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());

const idsKey = createContextKey('parlour.request');
const none: RequestIds = {};

/**
 * Runs `work` in this context, within the one that it is called in. It is OpenTelemetry's own, so
 * that instrumented libraries find their parent span there.
 */
export function withRequestContext<Result>({ traceparent, ...ids }: RequestContext, work: () => Result): Result {
  const active = context.active();
  const within = active.setValue(idsKey, { ...requestIds(), ...ids });
  const parent = spanContextOf(traceparent);
  return context.with(parent ? trace.setSpanContext(within, parent) : within, work);
}

/** The ids of the running work; empty outside of a request. */
export function requestIds(): RequestIds {
  return (context.active().getValue(idsKey) as RequestIds | undefined) ?? none; // set above only
}

/** The span of the running work as W3C traceparent; undefined without tracing. */
export function activeTraceparent(): string | undefined {
  const span = trace.getSpanContext(context.active());
  return span && traceparentOf(span);
}

/** A span's context in W3C's form. */
export function traceparentOf({ traceId, spanId, traceFlags }: SpanContext): string {
  return `00-${traceId}-${spanId}-${(traceFlags & 1).toString().padStart(2, '0')}`;
}

/** A span of another process, or one known only by its traceparent; undefined if invalid. */
export function spanContextOf(traceparent: string | undefined): SpanContext | undefined {
  const form = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;
  const [, traceId, spanId, flags] = form.exec(traceparent ?? '') ?? [];
  if (!traceId || !spanId || !flags) return undefined;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true };
}
