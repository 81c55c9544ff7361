import { afterEach, expect, jest, test } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import { api } from '../api.ts';
import { createStore } from '../state/store.ts';
import { fakeServer } from '../testing/fake-server.ts';
import { callEarly, forgetEarly } from './early.ts';

afterEach(() => forgetEarly());

const probes = api.injectEndpoints({
  endpoints: (build) => ({
    early: build.query<unknown, string>({ query: (path) => ({ path, query: { order: 'newest', search: '' } }) }),
  }),
});

const read = (path: string) => createStore().dispatch(probes.endpoints.early.initiate(path));

test('what the document has asked for is taken once, and then asked for again', async () => {
  const server = fakeServer({ 'GET /list': () => ({ body: [1], headers: { 'X-Position': 'qa:3' } }) });
  void callEarly({ path: '/list', query: { order: 'newest', search: '' } });
  expect(await read('/list')).toMatchObject({ data: [1] });
  expect(server.to('/list')).toHaveLength(1);
  await read('/list');
  expect(server.to('/list')).toHaveLength(2);
});

test('it is not taken for another call, nor once the page is live', async () => {
  const server = fakeServer({ 'GET /list': () => ({ body: [] }), 'GET /other': () => ({ body: [] }) });
  void callEarly({ path: '/list', query: { order: 'newest' } });
  await read('/other');
  expect(server.to('/other')).toHaveLength(1);
  forgetEarly();
  await read('/list');
  expect(server.to('/list')).toHaveLength(2);
});

test('refused reads are forgotten, but not the session that they were refused with', async () => {
  const server = fakeServer({ 'GET /list': () => ({ body: [] }), 'GET /other': () => ({ body: [] }) });
  const kept = { path: '/other', query: { order: 'newest' } };
  void callEarly(kept);
  void callEarly({ path: '/list', query: { order: 'newest' } });
  forgetEarly(kept);
  await read('/other');
  await read('/list');
  expect([server.to('/other').length, server.to('/list').length]).toEqual([1, 2]);
});

test('once the page is live, an answer that nobody took ends, as it would hold its connection', async () => {
  fakeServer({ 'GET /list': () => ({ body: [] }) });
  const { body } = await callEarly({ path: '/list', query: { order: 'newest' } });
  if (!body) throw new Error('There is no body');
  const cancel = jest.spyOn(body, 'cancel');
  forgetEarly();
  await waitFor(() => expect(cancel).toHaveBeenCalledTimes(1));
});

test('an early call that did not reach the server fails as any other', async () => {
  fakeServer({ 'GET /list': () => 'down' });
  callEarly({ path: '/list', query: { order: 'newest' } }).catch(() => undefined);
  expect(await read('/list')).toMatchObject({ error: { status: 'unreachable' } });
});
