import { expect, test } from '@jest/globals';
import type { PollWire } from '@parlour/contracts/communities/communities';
import { unedited } from '@parlour/contracts/posts/editable';
import { limits } from '@parlour/contracts/limits';
import type { Database, Statement } from '@parlour/kernel/database/database';
import { PollResults } from './poll-results.queries.ts';

const poll = (voteCount: number, votes: readonly string[]): PollWire => ({
  _id: 'p1',
  questionText: 'Tea?',
  options: [
    { _id: 'o1', text: 'Yes', votes, voteCount },
    { _id: 'o2', text: 'No', votes: [], voteCount: 0 },
  ],
  expiresAt: '2026-12-31T00:00:00.000Z',
  status: 'active',
  createdBy: 'Ann',
  communityId: 'c1',
  createdAt: '2026-01-01T00:00:00.000Z',
  ...unedited,
});

/** A database that answers when the test says so, in order. */
class SlowDatabase {
  readonly asked: ((answer: PollWire) => void)[] = [];

  query({ name }: Statement): Promise<object[]> {
    // Those not among the names are looked up, and unknown here.
    if (name === 'communities.voterName') return Promise.resolve([]);
    return new Promise((settle) => this.asked.push((answer) => settle([{ poll: answer }])));
  }

  async answer(answer: PollWire): Promise<void> {
    this.asked.at(-1)?.(answer);
    // Lets everything that waits for it continue.
    for (let turn = 0; turn < 10; turn++) await Promise.resolve();
  }
}

const own = (name: string) => ({ optionId: 'o1', userId: 'u1', name });

test('voters who come during a read share the next one', async () => {
  const database = new SlowDatabase();
  const results = new PollResults(database as unknown as Database);
  const first = results.read('p1', own('Ann'));
  const later = ['Ben', 'Cay'].map((name) => results.read('p1', own(name)));
  expect(database.asked).toHaveLength(1);
  await database.answer(poll(1, ['Ann']));
  expect(database.asked).toHaveLength(2);
  await database.answer(poll(3, ['Ann', 'Ben', 'Cay']));
  expect((await first).options[0]).toMatchObject({ voteCount: 1, votes: ['Ann'] });
  const answers = await Promise.all(later);
  expect(answers.map(({ options }) => options[0]?.voteCount)).toEqual([3, 3]);
  expect(answers.map(({ options }) => options[0]?.votes)).toEqual([
    ['Ben', 'Ann', 'Cay'],
    ['Cay', 'Ann', 'Ben'],
  ]);
  // Nobody waits any more: the next caller gets a fresh read.
  const last = results.read('p1', own('Dan'));
  expect(database.asked).toHaveLength(3);
  await database.answer(poll(4, ['Ann', 'Ben', 'Cay', 'Dan']));
  expect((await last).options[0]?.votes).toEqual(['Dan', 'Ann', 'Ben', 'Cay']);
});

test('one’s own name is among the thousand shown, even if the vote came later', async () => {
  const database = new SlowDatabase();
  const reading = new PollResults(database as unknown as Database).read('p1', own('Zoe'));
  const names = Array.from({ length: limits.namesListed }, (_, n) => `Person ${n}`);
  await database.answer(poll(5_000, names));
  const { options } = await reading;
  expect(options[0]?.votes).toHaveLength(limits.namesListed);
  expect(options[0]?.votes.slice(0, 2)).toEqual(['Zoe', 'Person 0']);
  expect(options[1]?.votes).toEqual([]);
});
