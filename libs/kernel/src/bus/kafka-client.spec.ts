import { createRequire } from 'node:module';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { whenKafkaIsThere } from './kafka-topics.ts';

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

// Through the module that prepares topics, whose program loads nothing else of Kafka: Node 24 and
// later warn of the negative time that kafkajs would wait.
test('a connection with nothing to send is idle, and one with requests waiting checks again', () => {
  expect(whenKafkaIsThere).toBeDefined();
  const queue = new Queue({ logger, maxInFlightRequests: 0, requestTimeout: 1_000, enforceRequestTimeout: false });
  queue.checkPendingRequests();
  expect(jest.getTimerCount()).toBe(0);
  queue.pending.push({});
  queue.checkPendingRequests();
  expect(jest.getTimerCount()).toBe(1);
  queue.destroy();
});
