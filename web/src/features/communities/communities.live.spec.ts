import { expect, jest, test } from '@jest/globals';
import { api } from '../../shared/api.ts';
import { createStore } from '../../shared/state/store.ts';
import { communitiesLive } from './communities.live.ts';

const { endpoints } = api.injectEndpoints({
  endpoints: (build) => ({
    getProbedQuestions: build.query<null, undefined>({ queryFn: () => ({ data: null }), providesTags: ['Questions'] }),
  }),
});

test.each([
  ['new texts alone', 'stay', [{ textsOnly: true }]],
  ['another visibility', 'go', [{}]],
  ['an older server’s new texts', 'go', [{ texts: true }]],
  ['both, in one batch of the page', 'go', [{}, { textsOnly: true }]],
] as const)('[T-5] after a message about %s, questions that nobody shows %s', async (_, then, updates) => {
  jest.useFakeTimers();
  const store = createStore();
  const read = store.dispatch(endpoints.getProbedQuestions.initiate(undefined));
  await read;
  read.unsubscribe();
  const live = communitiesLive(store.dispatch);
  const community = { name: 'Sailors', description: 'Who sails' };
  for (const update of updates) {
    const texts = 'texts' in update || 'textsOnly' in update ? { community } : {};
    const only = 'textsOnly' in update ? ({ textsOnly: true } as const) : {};
    live.communityUpdate({ communityId: 'c1', position: 6, ...texts, ...only });
  }
  await jest.advanceTimersByTimeAsync(1_000);
  expect(endpoints.getProbedQuestions.select(undefined)(store.getState()).isSuccess).toBe(then === 'stay');
  jest.useRealTimers();
});
