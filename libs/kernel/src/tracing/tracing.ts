import { createHash, randomUUID } from 'node:crypto';
import type { Environment } from '../config/config.ts';
import type { Logger } from '../logging/logger.ts';

/** What is told of a span as it begins. */
export interface SpanStart {
  readonly name: string;
  readonly kind: 'server' | 'client' | 'internal' | 'consumer';
  /** The number of the request, which all its log lines have: the trace has it too. */
  readonly requestId: string;
  /** What it is part of, as W3C's traceparent; absent, it is the first of its trace. */
  readonly parent?: string | undefined;
  readonly attributes?: SpanAttributes;
  /** By `Date.now()`, of one that is told of afterwards. */
  readonly startedAt?: number;
}

/** What a span says of itself; nothing of people. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

/** A part of a request's way, timed. */
export interface Span {
  /** What its own parts name as their parent. */
  readonly traceparent: string;
  /** Its end; a failure is one of ours, no refusal. */
  end(attributes?: SpanAttributes, failure?: unknown): void;
}

/**
 * Where spans go: nowhere until `startTracing` has been asked for. `tracing.open?.({ … })` costs a look at one property, and makes nothing of its
 * argument, where they go nowhere.
 */
export const tracing: { open?: (start: SpanStart) => Span } = {};

/** The traceparent of each request that the gateway of this process is answering, by its number. */
export const requestSpans = new Map<string, string>();

/** How long the last spans may take when the process ends. */
const flushMs = 2_000;

/**
 * Sends spans to an OpenTelemetry collector where its standard variables name one, and loads what it takes only then. The variables themselves are
 * read by OpenTelemetry's own packages.
 * @returns how to send what is left, within two seconds, and end it
 */
export async function startTracing(
  environment: Environment,
  serviceName: string,
  logger: Logger,
): Promise<() => Promise<void>> {
  const named = ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'].some((name) =>
    environment[name]?.trim(),
  );
  if (!named || /^true$/i.test(environment['OTEL_SDK_DISABLED']?.trim() ?? '')) return () => Promise.resolve();
  const { exportSpans } = await import('./open-telemetry.ts');
  const { open, close } = exportSpans(serviceName, logger);
  tracing.open = open;
  return async () => {
    delete tracing.open;
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise<void>((resolve) => (timer = setTimeout(resolve, flushMs)));
    const closed = close().catch((failure: unknown) => logger.warn({ err: failure }, 'the last spans were not sent'));
    await Promise.race([closed, limit]);
    clearTimeout(timer);
  };
}

/** What a span ends with where something was refused or failed: a refusal by its code is an answer, unless it means that a service is away. */
export function refusalOf(code: string | undefined, failure?: unknown): Parameters<Span['end']> {
  if (code === undefined) return [{}, failure];
  return [{ 'parlour.refusal': code }, code === 'service.unavailable' ? (failure ?? code) : undefined];
}

/** A number for a request that brings none, in the form of W3C's: so the number in the logs is the trace's. */
export function newRequestId(): string {
  return randomUUID().replaceAll('-', '');
}

/** The id of a request's trace: its number, where that is one of W3C's or a UUID; else made of it. */
export function traceIdOf(requestId: string): string {
  const digits = requestId.replaceAll('-', '').toLowerCase();
  if (/^(?!0{32})[0-9a-f]{32}$/.test(digits)) return digits;
  return createHash('sha256').update(requestId).digest('hex').slice(0, 32);
}
