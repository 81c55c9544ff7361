import { setImmediate } from 'node:timers/promises';
import { context, trace } from '@opentelemetry/api';
import { expect, it } from '@jest/globals';
import { activeTraceparent, requestIds, withRequestContext } from './request-context.ts';

const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;

it('ids and span follow the work, and an inner context adds to the outer one', async () => {
  await withRequestContext({ requestId: 'r', traceparent }, async () => {
    await setImmediate();
    const inner = withRequestContext({ correlationId: 'c' }, () => [requestIds(), activeTraceparent()]);
    expect(inner).toEqual([{ requestId: 'r', correlationId: 'c' }, traceparent]);
    // An instrumented library looks for its parent there.
    expect(trace.getSpanContext(context.active())).toMatchObject({ spanId: 'b'.repeat(16), isRemote: true });
  });
  expect([requestIds(), activeTraceparent()]).toEqual([{}, undefined]);
});

it.each([undefined, '', 'nonsense', traceparent.toUpperCase()])('of %j no span comes', (given) =>
  expect(withRequestContext({ traceparent: given }, activeTraceparent)).toBeUndefined(),
);
