import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { notificationsApi } from '../../features/notifications/notifications.api.ts';
import { fakeServer } from '../../shared/testing/fake-server.ts';
import { createStore } from '../../shared/state/store.ts';
import { retryMiddleware } from './retry-middleware.ts';

const unread = '/notifications/unread';
const away = { status: 503, body: { error: 'Parlour is busy', code: 'service.unavailable' } };

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

function read() {
  const store = createStore(retryMiddleware);
  const { getUnreadNotifications } = notificationsApi.endpoints;
  const reader = store.dispatch(getUnreadNotifications.initiate(undefined));
  return { reader, state: () => getUnreadNotifications.select(undefined)(store.getState()) };
}

test.each(['down', away] as const)('a failed read (%j) is repeated with growing delays', async (failure) => {
  const server = fakeServer({ [`GET ${unread}`]: () => failure });
  const { reader, state } = read();
  await jest.advanceTimersByTimeAsync(1_999);
  expect(server.to(unread)).toHaveLength(1);
  expect(state().isError).toBe(true);
  await jest.advanceTimersByTimeAsync(1);
  expect(server.to(unread)).toHaveLength(2);
  await jest.advanceTimersByTimeAsync(3_999);
  expect(server.to(unread)).toHaveLength(2);
  server.routes[`GET ${unread}`] = () => ({ body: { unread: 3 } });
  await jest.advanceTimersByTimeAsync(1);
  expect(state().data).toEqual({ unread: 3 });
  await jest.advanceTimersByTimeAsync(3_600_000);
  expect(server.to(unread)).toHaveLength(3);
  reader.unsubscribe();
});

test('at least twice a minute, however long it takes', async () => {
  const server = fakeServer({ [`GET ${unread}`]: () => 'down' });
  const { reader } = read();
  await jest.advanceTimersByTimeAsync(60_000);
  const before = server.to(unread).length;
  await jest.advanceTimersByTimeAsync(60_000);
  expect(server.to(unread)).toHaveLength(before + 2);
  reader.unsubscribe();
});

test('is not repeated once nobody subscribes to it', async () => {
  const server = fakeServer({ [`GET ${unread}`]: () => away });
  const { reader } = read();
  await jest.advanceTimersByTimeAsync(1_000);
  reader.unsubscribe();
  await jest.advanceTimersByTimeAsync(3_600_000);
  expect(server.to(unread)).toHaveLength(1);
});

test('a refusal is not repeated', async () => {
  const server = fakeServer({
    [`GET ${unread}`]: () => ({ status: 403, body: { error: 'No', code: 'right.missing' } }),
  });
  const { reader } = read();
  await jest.advanceTimersByTimeAsync(3_600_000);
  expect(server.to(unread)).toHaveLength(1);
  reader.unsubscribe();
});

test('a list is repeated, its next page is not', async () => {
  const page = { body: [], headers: { Link: '<?cursor=c1>; rel="next"' } };
  const path = '/getNotifications/ann';
  const server = fakeServer({ [`GET ${path}`]: () => away });
  const store = createStore(retryMiddleware);
  const { getNotifications } = notificationsApi.endpoints;
  const reader = store.dispatch(getNotifications.initiate({ viewer: 'ann' }));
  await jest.advanceTimersByTimeAsync(1_000);
  server.routes[`GET ${path}`] = ({ query }) => (query.has('cursor') ? away : page);
  await jest.advanceTimersByTimeAsync(1_000);
  const { data } = getNotifications.select({ viewer: 'ann' })(store.getState());
  expect(data?.pages).toHaveLength(1);
  expect(data?.pages[0]?.next).toBe('c1');
  void store.dispatch(getNotifications.initiate({ viewer: 'ann' }, { direction: 'forward', subscribe: false }));
  await jest.advanceTimersByTimeAsync(3_600_000);
  expect(server.to(path)).toHaveLength(3);
  reader.unsubscribe();
});
