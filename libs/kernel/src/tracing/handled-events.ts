import type { Envelope } from '@parlour/contracts/envelope';
import { tracing } from './tracing.ts';

/** One span for each event that a consumer has handled, as a part of the command that it came from; of events that nobody followed there is none. */
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
