import { afterEach, describe, expect, it } from '@jest/globals';
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
    ['/health/ready', { isReady: () => new Promise(() => undefined) }, 503],
    ['/metrics', {}, 200],
    ['/anything', {}, 404],
  ])('of %s with %j answers %i', async (path, health, status) => {
    expect((await ask(health, path)).status).toBe(status);
  });

  it('tells nothing of what went wrong, and takes no other calls', async () => {
    const isReady = (): never => {
      throw new Error('the password is hunter2');
    };
    expect(await ask({ isReady }, '/health/ready')).toEqual({ status: 503, text: '{"ready":false}' });
    close();
    expect((await ask({}, '/health/live', 'POST')).status).toBe(405);
  });
});
