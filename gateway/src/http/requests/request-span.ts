import type { FastifyReply, FastifyRequest } from 'fastify';
import { withRequestContext } from '@parlour/kernel/tracing/request-context';
import { tracing } from '@parlour/kernel/tracing/tracing';
import type { Span } from '@parlour/kernel/tracing/span';

declare module 'fastify' {
  interface FastifyRequest {
    /** Absent while nothing is traced. */
    span: Span | undefined;
  }
}

/** Traces a request until its answer is sent or the client is gone. */
export function followRequest(request: FastifyRequest, reply: FastifyReply): void {
  if (!tracing.open) return;
  const { id: requestId, method, routeOptions } = request;
  const route = routeOptions.url ?? 'unknown';
  const attributes = { 'http.request.method': method, 'http.route': route };
  const span = tracing.open({ name: `${method} ${route}`, kind: 'server', requestId, attributes });
  request.span = span;
  reply.raw.once('close', () => {
    const { statusCode } = reply;
    span.end({ 'http.response.status_code': statusCode }, statusCode >= 500 ? statusCode : undefined);
  });
}

/** Runs the route, so that its calls are part of the request's span. */
export function handleInSpan({ id: requestId, span }: FastifyRequest, handle: () => void): void {
  withRequestContext({ requestId, traceparent: span?.traceparent }, handle);
}
