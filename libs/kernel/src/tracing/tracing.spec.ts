import { setImmediate } from 'node:timers/promises';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { silentLogger } from '../testing/silent-logger.ts';
import { type SpanCollector, startSpanCollector } from '../testing/span-collector.ts';
import { until } from '../testing/until.ts';
import { refusalOf, startTracing, tracing } from './tracing.ts';
import { traceIdOf } from './span.ts';

const requestId = '0af7651916cd43dd8448eb211c80319c';
const variables = ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_HEADERS', 'OTEL_TRACES_SAMPLER'];

let collector: SpanCollector | undefined;
let end: (() => Promise<void>) | undefined;
afterEach(async () => {
  await end?.();
  end = undefined;
  collector?.close();
  for (const name of variables) delete process.env[name];
});

async function begin(more: Record<string, string> = {}, answers = true): Promise<SpanCollector> {
  collector = await startSpanCollector({ answers });
  // OpenTelemetry's packages read the process's own environment.
  Object.assign(process.env, { OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint, ...more });
  end = await startTracing(process.env, 'parlour-test', silentLogger);
  return collector;
}

describe('spans', () => {
  it('are not sent if no collector is configured, or OpenTelemetry is switched off', async () => {
    await (
      await startTracing({}, 'parlour-test', silentLogger)
    )();
    await startTracing(
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1', OTEL_SDK_DISABLED: 'true' },
      'parlour-test',
      silentLogger,
    );
    expect(tracing.open).toBeUndefined();
  });

  it('have the trace of their request and their parent; the rest is sent at the end', async () => {
    const { spans, services, headers } = await begin({ OTEL_EXPORTER_OTLP_HEADERS: 'x-key=of%20ours' });
    const first = tracing.open?.({ name: 'first', kind: 'server', requestId });
    const second = tracing.open?.({ name: 'second', kind: 'consumer', requestId, parent: first?.traceparent });
    expect(second?.traceparent).toMatch(new RegExp(`^00-${requestId}-[0-9a-f]{16}-01$`));
    second?.end({ 'parlour.position': 7 }, new TypeError('what somebody wrote'));
    first?.end();
    await end?.();
    expect(tracing.open).toBeUndefined();
    const [child, root] = ['second', 'first'].map((name) => spans.find((span) => span.name === name));
    expect([root?.traceId, child?.traceId]).toEqual([requestId, requestId]);
    expect([root?.parentSpanId ?? '', child?.parentSpanId]).toEqual(['', root?.spanId]);
    expect([root?.kind, child?.kind, root?.status.code ?? 0, child?.status.code]).toEqual([2, 5, 0, 2]);
    expect([...services]).toEqual(['parlour-test']);
    expect(headers[0]).toMatchObject({ 'x-key': 'of ours' });
    expect(JSON.stringify(spans)).not.toContain('somebody wrote');
  });

  it('are left out together if the sampler says so', async () => {
    const { spans } = await begin({ OTEL_TRACES_SAMPLER: 'parentbased_always_off' });
    const first = tracing.open?.({ name: 'first', kind: 'server', requestId });
    expect(first?.traceparent).toMatch(/-00$/);
    tracing.open?.({ name: 'second', kind: 'consumer', requestId, parent: first?.traceparent }).end();
    first?.end();
    await end?.();
    expect(spans).toEqual([]);
  });

  it('do not keep the process from ending when the collector does not answer', async () => {
    const { headers } = await begin({}, false);
    tracing.open?.({ name: 'first', kind: 'server', requestId }).end();
    jest.useFakeTimers({ doNotFake: ['hrtime', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate'] });
    try {
      let hasEnded = false;
      const ended = end?.().then(() => (hasEnded = true));
      await until('it was asked', (saw) => saw(headers.length) > 0);
      // Two seconds are documented; the packages' default is ten.
      jest.advanceTimersByTime(1_999);
      await setImmediate();
      expect(hasEnded).toBe(false);
      jest.advanceTimersByTime(1);
      await ended;
    } finally {
      jest.useRealTimers();
      end = undefined;
    }
  });
});

it.each([
  [requestId, requestId],
  ['0AF76519-16cd-43dd-8448-eb211c80319c', requestId],
  ['request 7', expect.stringMatching(/^[0-9a-f]{32}$/)],
  ['00000000-0000-0000-0000-000000000000', expect.stringMatching(/[1-9a-f]/)],
])('the trace of the request %s', (id, trace) => expect(traceIdOf(id)).toEqual(trace));

it('an error reply is an answer, an unavailable service is not', () => {
  expect(refusalOf('command.conflict', new Error())).toEqual([{ 'parlour.refusal': 'command.conflict' }, undefined]);
  expect(refusalOf('service.unavailable')[1]).toBeDefined();
  expect(refusalOf(undefined, new TypeError())).toEqual([{}, new TypeError()]);
});
