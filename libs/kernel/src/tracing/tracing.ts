import { type ErrorCode, isUnserved } from '@parlour/contracts/errors';
import { randomUUID } from 'node:crypto';
import type { Environment } from '../config/config.ts';
import type { Logger } from '../logging/logger.ts';
import type { Span, SpanStart } from './span.ts';

/**
 * Where spans go: nowhere until `startTracing` was called. If so, `tracing.open?.({ … })` costs one
 * property lookup and does not evaluate its argument.
 */
export const tracing: { open?: (start: SpanStart) => Span } = {};

/** How long sending the last spans may take at the end of the process. */
const flushMs = 2_000;

/**
 * Sends spans to an OpenTelemetry collector if its standard variables name one, and loads the
 * packages only then, which read the variables themselves.
 * @returns how to send the rest, within two seconds, and stop
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
    const closed = close().catch((failure: unknown) => logger.warn({ err: failure }, 'last spans not sent'));
    await Promise.race([closed, limit]);
    clearTimeout(timer);
  };
}

/**
 * The attributes of a span that ends with an error: a refusal is an answer, by its code, unless a
 * service is unavailable.
 */
export function refusalOf(code: ErrorCode | undefined, failure?: unknown): Parameters<Span['end']> {
  if (code === undefined) return [{}, failure];
  return [{ 'parlour.refusal': code }, isUnserved(code) ? (failure ?? code) : undefined];
}

/** An id for a request that brings none, in W3C's form, so that logs and traces share it. */
export function newRequestId(): string {
  return randomUUID().replaceAll('-', '');
}
