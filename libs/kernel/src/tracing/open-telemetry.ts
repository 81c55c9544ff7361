import { randomBytes } from 'node:crypto';
import { isNativeError } from 'node:util/types';
import { diag, DiagLogLevel, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import type { Logger } from '../logging/logger.ts';
import { spanContextOf, traceparentOf } from './request-context.ts';
import { type Span, type SpanStart, traceIdOf } from './span.ts';

const kinds: Record<SpanStart['kind'], SpanKind> = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  internal: SpanKind.INTERNAL,
  consumer: SpanKind.CONSUMER,
};

/**
 * Implements `tracing` with OpenTelemetry's packages, which only `startTracing` loads; they read
 * endpoint, headers, sampler and batch sizes from the environment. No library is instrumented.
 */
export function exportSpans(
  serviceName: string,
  logger: Logger,
): { readonly open: (start: SpanStart) => Span; readonly close: () => Promise<void> } {
  // Its complaints, such as an unavailable collector, are no fault of the process.
  const warn = (message: string, ...more: unknown[]): void => logger.warn({ detail: more.map(String) }, message);
  const quiet = (): void => undefined;
  diag.setLogger({ error: warn, warn, info: quiet, debug: quiet, verbose: quiet }, DiagLogLevel.WARN);
  // A first span takes the trace id of its request; all other parts of ids are random.
  let traceId = '';
  const provider = new BasicTracerProvider({
    // The environment comes last, so it wins.
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': serviceName, 'process.pid': process.pid }))
      .merge(detectResources({ detectors: [envDetector] })),
    idGenerator: { generateTraceId: () => traceId, generateSpanId: () => randomBytes(8).toString('hex') },
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  const tracer = provider.getTracer('parlour');
  return {
    open({ name, kind, requestId, parent, attributes = {}, startedAt }) {
      traceId = traceIdOf(requestId);
      const within = spanContextOf(parent);
      const span = tracer.startSpan(
        name,
        {
          kind: kinds[kind],
          attributes: { ...attributes, 'parlour.request_id': requestId },
          ...(startedAt !== undefined && { startTime: startedAt }),
        },
        within ? trace.setSpanContext(ROOT_CONTEXT, within) : ROOT_CONTEXT,
      );
      return {
        traceparent: traceparentOf(span.spanContext()),
        end(more = {}, failure) {
          span.setAttributes(more);
          if (failure !== undefined) {
            // Only the error's kind: a message may contain user content.
            span.setStatus({ code: SpanStatusCode.ERROR, message: isNativeError(failure) ? failure.name : 'failure' });
          }
          span.end();
        },
      };
    },
    close: () => provider.shutdown(),
  };
}
