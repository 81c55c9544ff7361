import { expect, jest, test } from '@jest/globals';
import { api } from '../../../shared/api.ts';
import { createStore } from '../../../shared/state/store.ts';
import { liveTagLists } from '../../../shared/tag-cache-tags.ts';
import { questionsLive } from '../questions.live.ts';
import { rowOf } from '../testing.ts';

test('[T-5] a question that is asked has only those lists of tags read again that are shown', async () => {
  jest.useFakeTimers();
  const reads: string[] = [];
  const { endpoints } = api.injectEndpoints({
    endpoints: (build) => ({
      getProbedTags: build.query<null, string>({
        queryFn: (name) => {
          reads.push(name);
          return { data: null };
        },
        providesTags: [liveTagLists],
      }),
    }),
  });
  const store = createStore();
  for (const name of ['left', 'shown']) {
    const read = store.dispatch(endpoints.getProbedTags.initiate(name));
    await read;
    if (name === 'left') read.unsubscribe();
  }
  questionsLive(store.dispatch).questionUpdate(rowOf({ _id: 'q1', answerCount: 0 }));
  await jest.advanceTimersByTimeAsync(5_000);
  expect(reads).toEqual(['left', 'shown', 'shown']);
  expect(endpoints.getProbedTags.select('left')(store.getState()).isSuccess).toBe(true);
  jest.useRealTimers();
});
