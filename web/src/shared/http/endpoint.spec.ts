import { afterEach, expect, jest, test } from '@jest/globals';
import { api } from '../api.ts';
import { createStore } from '../state/store.ts';
import { fakeServer } from '../testing/fake-server.ts';
import { change, paged, pathTo, type ListOf, type PageOf, type Submitted } from './endpoint.ts';

const probes = api.injectEndpoints({
  endpoints: (build) => ({
    people: build.infiniteQuery<PageOf<'identity.getUsers'>, ListOf<'identity.getUsers'>, string>({
      ...paged((query) => ({ path: '/user/getUsers', query })),
    }),
    follow: build.mutation<unknown, Submitted<{ readonly userToFollow: string }>>({ query: change('/user/follow') }),
  }),
});

afterEach(() => {
  jest.useRealTimers();
});

test('[T-5] a list stays as far as it was read for half an hour after its reader left it', async () => {
  const server = fakeServer({
    'GET /user/getUsers': ({ query }) =>
      query.has('cursor')
        ? { body: [{ _id: 'b' }] }
        : { body: [{ _id: 'a' }], headers: { Link: '</user/getUsers?cursor=b>; rel="next"' } },
  });
  const store = createStore();
  const read = store.dispatch(probes.endpoints.people.initiate({}));
  await read;
  await store.dispatch(probes.endpoints.people.initiate({}, { direction: 'forward', subscribe: false }));
  const pages = () => probes.endpoints.people.select({})(store.getState()).data?.pages;
  jest.useFakeTimers();
  read.unsubscribe();
  await jest.advanceTimersByTimeAsync(29 * 60_000);
  expect(pages()).toHaveLength(2);
  await jest.advanceTimersByTimeAsync(2 * 60_000);
  expect(pages()).toBeUndefined();
  expect(server.calls).toHaveLength(2);
});

test('what a live event changes while the next page is on its way stays', async () => {
  let answer = (): void => undefined;
  fakeServer({
    'GET /user/getUsers': ({ query }) =>
      query.has('cursor')
        ? new Promise((resolve) => (answer = () => resolve({ body: [{ _id: 'c' }] })))
        : { body: [{ _id: 'b' }], headers: { Link: '</user/getUsers?cursor=c>; rel="next"' } },
  });
  const store = createStore();
  await store.dispatch(probes.endpoints.people.initiate({}));
  const coming = store.dispatch(probes.endpoints.people.initiate({}, { direction: 'forward' }));
  store.dispatch(
    probes.util.updateQueryData('people', {}, ({ pages: [first] }) => {
      Object.assign(first ?? {}, { rows: [{ _id: 'a' }, ...(first?.rows ?? [])] });
    }),
  );
  answer();
  await coming;
  const { data } = probes.endpoints.people.select({})(store.getState());
  expect(data?.pages.map(({ rows }) => rows.map(({ _id }) => _id))).toEqual([['a', 'b'], ['c']]);
  expect(data?.pageParams).toEqual(['', 'c']);
});

test('what a live event changes while several pages are read again stays', async () => {
  let newest = 'b';
  let onSecondPage = (): void => undefined;
  const server = fakeServer({
    'GET /user/getUsers': ({ query }) => {
      if (!query.has('cursor')) {
        return { body: [{ _id: newest }], headers: { Link: '</user/getUsers?cursor=c>; rel="next"' } };
      }
      onSecondPage();
      return { body: [{ _id: 'c' }] };
    },
  });
  const store = createStore();
  const read = store.dispatch(probes.endpoints.people.initiate({}));
  await read;
  await store.dispatch(probes.endpoints.people.initiate({}, { direction: 'forward' }));
  const ids = () =>
    probes.endpoints.people
      .select({})(store.getState())
      .data?.pages.map(({ rows }) => rows.map(({ _id }) => _id));
  const shown: unknown[] = [];
  const enter = (id: string): void => {
    newest = id;
    store.dispatch(
      probes.util.updateQueryData('people', {}, ({ pages: [first] }) => {
        Object.assign(first ?? {}, { rows: [{ _id: id }] });
      }),
    );
    store.subscribe(() => shown.push(ids()?.[0]));
  };
  onSecondPage = () => {
    onSecondPage = () => undefined;
    enter('a');
  };
  await read.refetch();
  await Promise.all(store.dispatch(probes.util.getRunningQueriesThunk()));
  expect(ids()).toEqual([['a'], ['c']]);
  for (const first of shown) expect(first).toEqual(['a']);
  expect(server.calls).toHaveLength(6);

  // With a change during each of them, it ends after a few.
  let count = 0;
  onSecondPage = () => enter(`${(count += 1)}`);
  await read.refetch();
  for (let turn = 0; turn < 3; turn += 1) await Promise.all(store.dispatch(probes.util.getRunningQueriesThunk()));
  expect(count).toBe(3);
});

test('a list is read page by page, without blank filters', async () => {
  const rows = (ids: string[]) => ids.map((_id) => ({ _id }));
  const server = fakeServer({
    'GET /user/getUsers': ({ query }) =>
      query.has('cursor')
        ? { body: rows(['c']), headers: { 'X-Total-Count': '3' } }
        : {
            body: rows(['a', 'b']),
            headers: { 'X-Total-Count': '3', Link: '</user/getUsers?cursor=x%2Fy>; rel="next"' },
          },
  });
  const store = createStore();
  const list = { search: '', exclude: 'ann' };
  const read = store.dispatch(probes.endpoints.people.initiate(list));
  await read;
  await store.dispatch(probes.endpoints.people.initiate(list, { direction: 'forward' }));
  expect(probes.endpoints.people.select(list)(store.getState()).data?.pages).toEqual([
    { rows: rows(['a', 'b']), total: 3, next: 'x/y' },
    { rows: rows(['c']), total: 3, next: undefined },
  ]);
  expect(server.calls.map(({ query }) => Object.fromEntries(query))).toEqual([
    { exclude: 'ann' },
    { exclude: 'ann', cursor: 'x/y' },
  ]);
});

test('a change sends its request as the body, and the key as a header', async () => {
  const server = fakeServer({ 'POST /user/follow': () => ({ body: {} }) });
  await createStore().dispatch(probes.endpoints.follow.initiate({ userToFollow: 'bea', submissionKey: 'the-key' }));
  expect(server.calls[0]?.body).toEqual({ userToFollow: 'bea' });
  expect(server.calls[0]?.headers.get('Idempotency-Key')).toBe('the-key');
});

test('values in a path are encoded', () => {
  expect(pathTo`/tag/${'c/c++'}/of/${'a b'}`).toBe('/tag/c%2Fc%2B%2B/of/a%20b');
});
