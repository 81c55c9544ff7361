import { expect, test } from '@jest/globals';
import { api } from '../api.ts';
import { createStore } from '../state/store.ts';
import { fakeServer } from '../testing/fake-server.ts';
import { change, paged, pathTo, type ListOf, type PageOf, type Submitted } from './endpoint.ts';

const probes = api.injectEndpoints({
  endpoints: (build) => ({
    people: build.infiniteQuery<PageOf<'identity.getUsers'>, ListOf<'identity.getUsers'>, string>({
      ...paged,
      query: ({ queryArg, pageParam }) => ({ path: '/user/getUsers', query: { ...queryArg, cursor: pageParam } }),
    }),
    follow: build.mutation<unknown, Submitted<{ readonly userToFollow: string }>>({ query: change('/user/follow') }),
  }),
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
