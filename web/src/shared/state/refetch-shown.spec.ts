import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { api } from '../api.ts';
import { refetchShown } from './refetch-shown.ts';
import { createStore, type Thunk } from './store.ts';

/** The reads that wait for an answer, and how often each was asked. */
const waiting: (() => void)[] = [];
let asked = { slow: 0, quick: 0, write: 0 };

const answer = async (name: keyof typeof asked): Promise<{ data: number }> => {
  asked[name] += 1;
  const data = asked[name];
  if (name !== 'quick') await new Promise<void>((resolve) => waiting.push(resolve));
  return { data };
};

const { endpoints } = api.injectEndpoints({
  endpoints: (build) => ({
    getSlow: build.query<number, undefined>({ queryFn: () => answer('slow'), providesTags: ['Polls'] }),
    getQuick: build.query<number, undefined>({ queryFn: () => answer('quick'), providesTags: ['Polls', 'Games'] }),
    postSlowly: build.mutation<number, undefined>({ queryFn: () => answer('write') }),
  }),
});

afterEach(() => {
  jest.useRealTimers();
});

const turn = () => new Promise((resolve) => setTimeout(resolve));

async function start() {
  waiting.length = 0;
  asked = { slow: 0, quick: 0, write: 0 };
  const store = createStore();
  const quick = store.dispatch(endpoints.getQuick.initiate(undefined));
  await quick;
  return { store, quick };
}

const invalidate = (): Thunk => (dispatch) => void dispatch(api.util.invalidateTags(['Polls']));
const refetch = (): Thunk => (dispatch) => void dispatch(refetchShown(['Polls']));

describe.each([
  ['what is invalidated', invalidate],
  ['what is shown', refetch],
])('[LI-9] %s', (_, readAnew) => {
  test('is read anew although another call hangs, which is repeated once it ends', async () => {
    const { store } = await start();
    const slow = store.dispatch(endpoints.getSlow.initiate(undefined));
    store.dispatch(readAnew());
    await turn();
    expect(asked).toMatchObject({ quick: 2, slow: 1 });
    waiting.shift()?.();
    await slow;
    await turn();
    expect(asked).toMatchObject({ quick: 2, slow: 2 });
    waiting.shift()?.();
    await turn();
    expect(endpoints.getSlow.select(undefined)(store.getState()).data).toBe(2);
  });
});

test('what is invalidated is read anew only after a write that is under way', async () => {
  const { store } = await start();
  const write = store.dispatch(endpoints.postSlowly.initiate(undefined));
  store.dispatch(invalidate());
  await turn();
  expect(asked).toMatchObject({ quick: 1 });
  waiting.shift()?.();
  await write;
  await turn();
  expect(asked).toMatchObject({ quick: 2 });
});

test('[LI-9] a write that hangs holds back what is invalidated once, for ten seconds', async () => {
  jest.useFakeTimers();
  const { store } = await start();
  void store.dispatch(endpoints.postSlowly.initiate(undefined));
  store.dispatch(invalidate());
  await jest.advanceTimersByTimeAsync(9_999);
  expect(asked).toMatchObject({ quick: 1 });
  await jest.advanceTimersByTimeAsync(1);
  expect(asked).toMatchObject({ quick: 2 });
  store.dispatch(invalidate());
  await jest.advanceTimersByTimeAsync(0);
  expect(asked).toMatchObject({ quick: 3 });
});

test('what nobody shows is removed when it is invalidated, and else kept', async () => {
  const { store, quick } = await start();
  quick.unsubscribe();
  const isThere = () => endpoints.getQuick.select(undefined)(store.getState()).isSuccess;
  store.dispatch(refetch());
  expect(isThere()).toBe(true);
  store.dispatch(invalidate());
  expect([isThere(), asked.quick]).toEqual([false, 1]);
});
