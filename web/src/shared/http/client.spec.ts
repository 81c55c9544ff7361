import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import { api } from '../api.ts';
import { fakeServer } from '../testing/fake-server.ts';
import { ann } from '../testing/render-page.tsx';
import { createStore } from '../state/store.ts';
import { sessionEnded, userKnown } from '../state/session.slice.ts';
import { rememberChange, repeatReads } from './client.ts';
import { serverNow } from './server-clock.ts';
import { newSubmissionKey } from './submission-key.ts';

const probes = api.injectEndpoints({
  endpoints: (build) => ({
    probe: build.query<unknown, string>({ query: (name) => ({ path: `/probe/${name}` }) }),
    probeAdmin: build.query<unknown, void>({ query: () => ({ path: '/admin/probe' }) }),
    write: build.mutation<unknown, string>({
      query: (submissionKey) => ({ path: '/write', method: 'POST', body: { a: 1 }, submissionKey }),
    }),
  }),
});

const endOf = { path: '/user/end', method: 'POST', endsSession: true } as const;
const endings = api.injectEndpoints({
  endpoints: (build) => ({ end: build.mutation<unknown, void>({ query: () => endOf }) }),
});

const missing = { status: 401, body: { error: 'Please sign in to continue.', code: 'session.missing' } };

afterEach(() => {
  jest.useRealTimers();
});

function signedIn() {
  const store = createStore();
  store.dispatch(userKnown(ann));
  return store;
}

test('concurrent calls with an expired session refresh it once and are retried', async () => {
  let valid = false;
  const server = fakeServer({
    'GET /probe/a': () => (valid ? { body: 'a' } : missing),
    'GET /probe/b': () => (valid ? { body: 'b' } : missing),
    'POST /user/refresh': async () => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      valid = true;
      return { body: ann };
    },
  });
  const store = signedIn();
  const answers = await Promise.all([
    store.dispatch(probes.endpoints.probe.initiate('a')),
    store.dispatch(probes.endpoints.probe.initiate('b')),
  ]);
  expect(answers.map((answer) => answer.data)).toEqual(['a', 'b']);
  expect(server.to('/user/refresh')).toHaveLength(1);
  expect(store.getState().session.status).toBe('signedIn');
});

test('a refused refresh ends the session', async () => {
  fakeServer({
    'GET /probe/a': () => missing,
    'POST /user/refresh': () => ({
      status: 401,
      body: { error: 'Please sign in to continue.', code: 'session.ended' },
    }),
  });
  const store = signedIn();
  await store.dispatch(probes.endpoints.probe.initiate('a'));
  expect(store.getState().session).toMatchObject({ status: 'signedOut', left: false, of: 'u1' });
});

test('a refresh waits for the answer of a call that ends the session', async () => {
  const asked: string[] = [];
  let answer = () => {};
  const server = fakeServer({
    'POST /user/end': async () => {
      await new Promise<void>((resolve) => (answer = resolve));
      asked.push('ended');
      return { body: { ended: 1 } };
    },
    // Its live event was faster.
    'GET /probe/a': () => missing,
    'POST /user/refresh': () => {
      asked.push('refresh');
      return { status: 401, body: { error: 'Please sign in to continue.', code: 'session.ended' } };
    },
  });
  const store = signedIn();
  const ending = store.dispatch(endings.endpoints.end.initiate());
  const probe = store.dispatch(probes.endpoints.probe.initiate('a'));
  await waitFor(() => expect(server.to('/probe/a')).toHaveLength(1));
  expect(server.to('/user/refresh')).toEqual([]);
  answer();
  expect(await ending).toEqual({ data: { ended: 1 } });
  await probe;
  expect(asked).toEqual(['ended', 'refresh']);
});

test('a call that ends the session is sent again after a refresh', async () => {
  let valid = false;
  fakeServer({
    'POST /user/end': () => (valid ? { body: 'ended' } : missing),
    'POST /user/refresh': () => {
      valid = true;
      return { body: ann };
    },
  });
  expect(await signedIn().dispatch(endings.endpoints.end.initiate())).toEqual({ data: 'ended' });
});

test('an unanswered refresh keeps the session', async () => {
  fakeServer({ 'GET /probe/a': () => missing, 'POST /user/refresh': () => 'down' });
  const store = signedIn();
  const { error } = await store.dispatch(probes.endpoints.probe.initiate('a'));
  expect(error).toMatchObject({ status: 'unreachable' });
  expect(store.getState().session.status).toBe('signedIn');
});

test('a session refused after a refresh is not refreshed endlessly', async () => {
  const server = fakeServer({ 'GET /probe/a': () => missing, 'POST /user/refresh': () => ({ body: ann }) });
  await signedIn().dispatch(probes.endpoints.probe.initiate('a'));
  expect(server.to('/probe/a')).toHaveLength(2);
  expect(server.to('/user/refresh')).toHaveLength(1);
});

describe('an unknown route', () => {
  const unknown = { status: 404, body: { error: 'Not found', code: 'route.unknown' } };

  test('of Administration may mean an expired session: it is refreshed, and the call is retried', async () => {
    let valid = false;
    const server = fakeServer({
      'GET /admin/probe': () => (valid ? { body: 'a' } : unknown),
      'POST /user/refresh': () => {
        valid = true;
        return { body: { ...ann, operator: true } };
      },
    });
    expect((await signedIn().dispatch(probes.endpoints.probeAdmin.initiate())).data).toBe('a');
    expect(server.to('/user/refresh')).toHaveLength(1);
  });

  test('of Administration stays unknown after one refresh', async () => {
    const server = fakeServer({ 'GET /admin/probe': () => unknown, 'POST /user/refresh': () => ({ body: ann }) });
    const store = signedIn();
    const { error } = await store.dispatch(probes.endpoints.probeAdmin.initiate());
    expect(error).toMatchObject({ code: 'route.unknown' });
    expect(server.calls.map(({ path }) => path)).toEqual(['/admin/probe', '/user/refresh', '/admin/probe']);
    expect(store.getState().session.status).toBe('signedIn');
  });

  test('elsewhere does not cause a refresh', async () => {
    const server = fakeServer({ 'GET /probe/a': () => unknown });
    await signedIn().dispatch(probes.endpoints.probe.initiate('a'));
    expect(server.calls.map(({ path }) => path)).toEqual(['/probe/a']);
  });
});

test('a wrong password does not cause a refresh', async () => {
  const server = fakeServer({
    'POST /write': () => ({ status: 401, body: { error: 'Login failed', code: 'login.failed' } }),
  });
  const store = createStore();
  store.dispatch(sessionEnded());
  const { error } = await store.dispatch(probes.endpoints.write.initiate('k'));
  expect(error).toMatchObject({ text: 'Login failed' });
  expect(server.to('/user/refresh')).toHaveLength(0);
});

test('each call has its own trace id', async () => {
  const server = fakeServer({ 'GET /probe/a': () => ({ body: 'a' }), 'GET /probe/b': () => ({ body: 'b' }) });
  const store = signedIn();
  for (const name of ['a', 'b']) await store.dispatch(probes.endpoints.probe.initiate(name));
  const numbers = server.calls.map(({ headers }) => headers.get('traceparent'));
  for (const number of numbers) expect(number).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
  expect(new Set(numbers).size).toBe(2);
});

test('later calls carry the highest positions seen, per log', async () => {
  const positions = ['qa:12,identity:7', 'qa:9', 'qa:15'];
  const server = fakeServer({
    'POST /write': () => ({ body: {}, headers: { 'X-Position': positions.shift() ?? '' } }),
    'GET /probe/a': () => ({ body: 'a' }),
  });
  const store = signedIn();
  await store.dispatch(probes.endpoints.write.initiate('k1'));
  await store.dispatch(probes.endpoints.write.initiate('k2'));
  expect(server.calls[1]?.headers.get('X-Min-Position')?.split(',').sort()).toEqual(['identity:7', 'qa:12']);
  await store.dispatch(probes.endpoints.write.initiate('k3'));
  await store.dispatch(probes.endpoints.probe.initiate('a'));
  expect(server.calls[3]?.headers.get('X-Min-Position')?.split(',').sort()).toEqual(['identity:7', 'qa:15']);
});

test('a read overtaken by a newer live event is repeated, a few times at most', async () => {
  let position = 100;
  let emitLive = (): void => undefined;
  const server = fakeServer({
    'GET /probe/a': () => {
      emitLive();
      return { body: `as of ${position}` };
    },
  });
  const read = () => signedIn().dispatch(probes.endpoints.probe.initiate('a', { forceRefetch: true }));
  const timesRead = async () => {
    const before = server.to('/probe/a').length;
    await read();
    return server.to('/probe/a').length - before;
  };
  expect(await timesRead()).toBe(1);
  emitLive = () => {
    rememberChange(`messaging:${position}`);
    emitLive = () => undefined;
  };
  expect(await timesRead()).toBe(2);
  expect(server.to('/probe/a').at(-1)?.headers.get('X-Min-Position')).toContain('messaging:100');
  emitLive = () => rememberChange('messaging:100');
  expect(await timesRead()).toBe(1);
  emitLive = () => rememberChange(`messaging:${(position += 1)}`);
  expect(await timesRead()).toBe(3);
  // Those that are made again after a lost connection count, too.
  let lost = 3;
  emitLive = () => (lost-- > 0 ? repeatReads() : rememberChange(`messaging:${(position += 1)}`));
  expect(await timesRead()).toBe(4);
});

test('a read overtaken by an own write is repeated, so that the change does not disappear again', async () => {
  const answers: (() => void)[] = [];
  const server = fakeServer({
    'GET /probe/slow': async () => {
      const body = server.to('/write').length > 0 ? 'after' : 'before';
      if (body === 'before') await new Promise<void>((resolve) => answers.push(resolve));
      return { body };
    },
    'POST /write': () => ({ body: {}, headers: { 'X-Position': 'games:7' } }),
  });
  const store = signedIn();
  const read = store.dispatch(probes.endpoints.probe.initiate('slow'));
  await waitFor(() => expect(answers).toHaveLength(1));
  await store.dispatch(probes.endpoints.write.initiate('k'));
  // The live event of the write itself is nothing new.
  rememberChange('games:7');
  answers[0]?.();
  expect((await read).data).toBe('after');
  expect(
    server.to('/probe/slow').map(({ headers }) => headers.get('X-Min-Position')?.includes('games:7') ?? false),
  ).toEqual([false, true]);
});

test('a write keeps its key when it is retried after a refresh', async () => {
  let valid = false;
  const server = fakeServer({
    'POST /write': () => (valid ? { body: {} } : missing),
    'POST /user/refresh': () => {
      valid = true;
      return { body: ann };
    },
  });
  await signedIn().dispatch(probes.endpoints.write.initiate('the-key'));
  expect(server.to('/write').map((call) => call.headers.get('Idempotency-Key'))).toEqual(['the-key', 'the-key']);
});

test('a proxy’s response is not shown as the server’s text', async () => {
  fakeServer({ 'GET /probe/a': () => ({ status: 502, body: '<html>Bad gateway</html>' }) });
  const { error } = await signedIn().dispatch(probes.endpoints.probe.initiate('a'));
  expect(error).toMatchObject({ text: 'This site is busy or restarting. Please try again in a moment.' });
});

test('a proxy’s Retry-After is used for too many requests', async () => {
  fakeServer({
    'GET /probe/a': () => ({ status: 429, body: '<html>Too many</html>', headers: { 'Retry-After': '2400' } }),
  });
  const { error } = await signedIn().dispatch(probes.endpoints.probe.initiate('a'));
  expect(error).toMatchObject({ text: 'Too many requests. Please try again in 40 minutes.' });
});

test('keys have 128 bits and never repeat', () => {
  const keys = new Set(Array.from({ length: 100 }, newSubmissionKey));
  expect(keys.size).toBe(100);
  for (const key of keys) expect(key).toMatch(/^[0-9a-f]{32}$/);
});

test('[LI-9] a call has no time limit of its own', async () => {
  jest.useFakeTimers();
  fakeServer({
    'GET /probe/a': () => new Promise((answer) => setTimeout(() => answer({ body: 'at last' }), 3_600_000)),
  });
  const called = signedIn().dispatch(probes.endpoints.probe.initiate('a'));
  await jest.advanceTimersByTimeAsync(3_600_000);
  expect((await called).data).toBe('at last');
});

test('replies tell the time by the server’s clock', async () => {
  let ahead = 600_000;
  const headers = () => ({ Date: new Date(Date.now() + ahead).toUTCString() });
  fakeServer({ 'GET /probe/clock': () => ({ body: 'a', headers: headers() }) });
  const { dispatch } = createStore();
  const difference = async () => {
    await dispatch(probes.endpoints.probe.initiate('clock', { forceRefetch: true }));
    return Math.round((serverNow() - Date.now()) / 60_000);
  };
  expect(await difference()).toBe(10);
  ahead = 0;
  expect(await difference()).toBe(0);
});
