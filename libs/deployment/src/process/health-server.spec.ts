import { setImmediate } from 'node:timers/promises';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { metricNames } from '@parlour/kernel/metrics/metrics';
import { type Health, startHealthServer } from './health-server.ts';

let close = (): void => undefined;
afterEach(() => close());

async function ask(health: Partial<Health>, path: string, method = 'GET'): Promise<{ status: number; text: string }> {
  const server = await startHealthServer('127.0.0.1', 0, { isAlive: () => true, isReady: () => true, ...health });
  close = () => server.close();
  const response = await fetch(`http://127.0.0.1:${server.port}${path}`, { method });
  return { status: response.status, text: await response.text() };
}

describe('a probe', () => {
  it.each<[string, Partial<Health>, number]>([
    ['/health/live', {}, 200],
    ['/health/live', { isAlive: () => false }, 503],
    ['/health/live', { isReady: () => false }, 200],
    ['/health/ready', {}, 200],
    ['/health/ready?probe=1', { isReady: async () => true }, 200],
    ['/health/ready', { isReady: () => false }, 503],
    ['/health/ready', { isReady: () => Promise.reject(new Error('the database is away')) }, 503],
    ['/metrics', {}, 200],
    ['/anything', {}, 404],
  ])('of %s with %j answers %i', async (path, health, status) => {
    expect((await ask(health, path)).status).toBe(status);
  });

  it('is answered after two seconds if the process does not answer', async () => {
    jest.useFakeTimers({ doNotFake: ['hrtime', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate'] });
    try {
      let answer: number | undefined;
      let asked = (): void => undefined;
      const beingAsked = new Promise<void>((resolve) => (asked = resolve));
      const isReady = (): Promise<boolean> => {
        asked();
        return new Promise(() => undefined);
      };
      const probe = ask({ isReady }, '/health/ready').then(({ status }) => (answer = status));
      await beingAsked;
      jest.advanceTimersByTime(1_999);
      await setImmediate();
      expect(answer).toBeUndefined();
      jest.advanceTimersByTime(1);
      expect(await probe).toBe(503);
    } finally {
      jest.useRealTimers();
    }
  });

  it('reveals nothing of a failure, and answers no other routes', async () => {
    const isReady = (): never => {
      throw new Error('the password is hunter2');
    };
    expect(await ask({ isReady }, '/health/ready')).toEqual({ status: 503, text: '{"ready":false}' });
    close();
    expect((await ask({}, '/health/live', 'POST')).status).toBe(405);
  });
});

it('metrics are served beside health, including those of the process', async () => {
  const health = await startHealthServer('127.0.0.1', 0, { isAlive: () => true, isReady: () => true });
  const answer = await fetch(`http://127.0.0.1:${health.port}/metrics`);
  const text = await answer.text();
  health.close();
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toContain('version=0.0.4');
  for (const name of ['nodejs_eventloop_lag_p99_seconds', 'process_resident_memory_bytes', 'parlour_sockets']) {
    expect(text).toMatch(new RegExp(`^${name} `, 'm'));
  }
  expect(metricNames()).toContain('nodejs_eventloop_lag_p99_seconds');
});
