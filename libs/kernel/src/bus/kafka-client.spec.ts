import { createRequire } from 'node:module';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { Kafka } from './kafka-client.ts';

interface RequestQueue {
  readonly pending: unknown[];
  checkPendingRequests(): void;
  destroy(): void;
}

const Queue = createRequire(import.meta.url)('kafkajs/src/network/requestQueue') as new (
  options: object,
) => RequestQueue; // a class without types
const logger = { namespace: () => logger, debug: () => undefined };

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

test('a connection with nothing to send is idle, and one with requests waiting checks again', () => {
  expect(Kafka).toBeDefined();
  const queue = new Queue({ logger, maxInFlightRequests: 0, requestTimeout: 1_000, enforceRequestTimeout: false });
  queue.checkPendingRequests();
  expect(jest.getTimerCount()).toBe(0);
  queue.pending.push({});
  queue.checkPendingRequests();
  expect(jest.getTimerCount()).toBe(1);
  queue.destroy();
});
