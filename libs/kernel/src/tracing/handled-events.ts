import type { Envelope } from '@parlour/contracts/envelope';
import { tracing } from './tracing.ts';

/**
 * Records one span per event that a consumer handled, as a child of its command's span; none for
 * untraced events.
 */
export function traceHandled(events: readonly Envelope[], service: string, consumer: string, startedAt: number): void {
  if (!tracing.open) return;
  for (const { type, source, position, meta } of events) {
    if (meta.traceparent === undefined) continue;
    const attributes = { 'parlour.consumer': consumer, 'parlour.source': source, 'parlour.position': position };
    const name = `${service} handles ${type}`;
    const { correlationId: requestId, traceparent: parent } = meta;
    tracing.open({ name, kind: 'consumer', requestId, parent, attributes, startedAt }).end();
  }
}
