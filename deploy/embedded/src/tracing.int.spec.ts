import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { type Source, sources } from '@parlour/contracts/envelope';
import { createThrowawayDatabase, type ThrowawayDatabase } from '@parlour/kernel/testing/postgres';
import { type ReceivedSpan, type SpanCollector, startSpanCollector } from '@parlour/kernel/testing/span-collector';
import { until } from '@parlour/kernel/testing/until';
import type { Application } from './application.ts';
import { claimPort } from './ports.ts';

// @fastify/static requires this ES module from CommonJS, which works in Node but not in Jest below
// Node 24.9.
const contentDisposition: unknown = await import('content-disposition');
jest.mock('content-disposition', () => contentDisposition);
const { startApplication } = await import('./application.ts');

const variables = { OTEL_BSP_SCHEDULE_DELAY: '100', LOG_LEVEL: 'silent' };
const kinds = { internal: 1, server: 2, client: 3, consumer: 5 };

let place: ThrowawayDatabase<Source>;
let collector: SpanCollector;
let site: Application;
let address: string;

beforeAll(async () => {
  place = await createThrowawayDatabase({ sources });
  collector = await startSpanCollector();
  Object.assign(process.env, variables, { OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint });
  const port = await claimPort('127.0.0.1', 0);
  address = `http://127.0.0.1:${port}`;
  const databasePasswords = Object.fromEntries(sources.map((source) => [source, ''])) as Record<Source, string>;
  site = await startApplication({
    connections: place.connections,
    secrets: { signingKey: randomBytes(32), databasePasswords },
    config: { host: '127.0.0.1', port, dataDir: '/nowhere', demo: false },
    log: () => undefined,
  });
});
afterAll(async () => {
  await site.close();
  collector.close();
  await place.drop();
});

it('a request is one trace, from the gateway through call and command to the last consumer', async () => {
  const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
  const answer = await fetch(`${address}/api/user/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', traceparent: `00-${trace}-00f067aa0ba902b7-01` },
    body: JSON.stringify({ username: 'ann', password: 'a good password' }),
  });
  expect([answer.status, answer.headers.get('x-request-id')]).toEqual([200, trace]);
  const ofTrace = (): ReceivedSpan[] => collector.spans.filter(({ traceId }) => traceId === trace);
  const consumers = sources.filter((source) => source !== 'identity');
  const handled = (service: string) => ofTrace().find(({ name }) => name === `${service} handles UserRegistered`);
  await until(
    'all are there',
    () => consumers.every(handled) && ofTrace().some((span) => span.name.startsWith('POST')),
  );
  const parentOf = (span: ReceivedSpan | undefined) => ofTrace().find(({ spanId }) => spanId === span?.parentSpanId);
  for (const consumer of consumers) {
    const way = [handled(consumer)];
    while (way.length < 5) way.push(parentOf(way.at(-1)));
    expect(way.map((span) => span?.kind)).toEqual([
      kinds.consumer,
      kinds.internal,
      kinds.server,
      kinds.client,
      kinds.server,
    ]);
    const [, command, , call, request] = way;
    expect(request?.parentSpanId ?? '').toBe('');
    expect([request?.name, call?.name]).toEqual(['POST /api/user/signup', 'call identity.signup']);
    expect(command?.name).toMatch(/^command /);
  }
  expect([...collector.services]).toEqual(['parlour']);
  expect(JSON.stringify(collector.spans)).not.toMatch(/\bann\b|good password/);
});
