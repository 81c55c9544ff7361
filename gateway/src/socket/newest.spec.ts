import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { Newest } from './newest.ts';

beforeEach(() => {
  jest.useFakeTimers();
});

afterEach(() => {
  jest.useRealTimers();
});

const pass = (ms: number): Promise<void> => jest.advanceTimersByTimeAsync(ms);

/** Things that take some time each, and what has begun or returned. */
function things(takesMs: number): { readonly seen: string[]; readonly ask: (name: string) => Promise<void> } {
  const newest = new Newest(300);
  const seen: string[] = [];
  const work = (name: string) => async (): Promise<void> => {
    seen.push(`${name} begins`);
    await new Promise((resolve) => void setTimeout(resolve, takesMs));
    if (name === 'bad') throw new Error('bad');
  };
  const ask = (name: string): Promise<void> =>
    newest.run(work(name)).then(
      () => void seen.push(`${name} returns`),
      () => void seen.push(`${name} fails`),
    );
  return { seen, ask };
}

it('does the first at once and the newest after the pause; what it replaces returns undone', async () => {
  const { seen, ask } = things(100);
  for (const name of ['one', 'two', 'three', 'four']) void ask(name);
  await pass(299);
  expect(seen).toEqual(['one begins', 'two returns', 'three returns', 'one returns']);
  await pass(101);
  expect(seen.slice(4)).toEqual(['four begins', 'four returns']);
  await pass(300);
  void ask('five');
  await pass(0);
  expect(seen.slice(6)).toEqual(['five begins']);
});

it('has one under way, however long it takes, and goes on after one that fails', async () => {
  const { seen, ask } = things(1_000);
  void ask('bad');
  void ask('two');
  await pass(999);
  expect(seen).toEqual(['bad begins']);
  await pass(1);
  expect(seen).toEqual(['bad begins', 'bad fails', 'two begins']);
});

it('drops what waits when nothing is wanted', async () => {
  const newest = new Newest(300);
  const done: string[] = [];
  const ask = (name: string): Promise<void> => newest.run(async () => void done.push(name));
  await ask('one');
  const waiting = ask('two');
  newest.drop();
  await waiting;
  await pass(300);
  expect(done).toEqual(['one']);
});
