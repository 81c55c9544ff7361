import type { FastifyReply, FastifyRequest } from 'fastify';
import { requestSpans, tracing } from '@parlour/kernel/tracing/tracing';

/**
 * Traces a request until its answer is sent or the client is gone; its calls find the span by
 * request id.
 */
export function followRequest(request: FastifyRequest, reply: FastifyReply): void {
  if (!tracing.open) return;
  const { id: requestId, method, routeOptions } = request;
  const route = routeOptions.url ?? 'unknown';
  const attributes = { 'http.request.method': method, 'http.route': route };
  const span = tracing.open({ name: `${method} ${route}`, kind: 'server', requestId, attributes });
  requestSpans.set(requestId, span.traceparent);
  reply.raw.once('close', () => {
    requestSpans.delete(requestId);
    const { statusCode } = reply;
    span.end({ 'http.response.status_code': statusCode }, statusCode >= 500 ? statusCode : undefined);
  });
}
