import { personOf } from '@parlour/kernel/testing/people';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { AnswerRowWire } from '@parlour/contracts/qa/qa';
import type { Page } from '@parlour/contracts/rpc';
import { type QaWorld, startQa } from '../testing/qa-world.ts';

const [ann, ben] = [personOf('Ann'), personOf('Ben')];

let world: QaWorld;
beforeAll(async () => {
  world = await startQa();
});
afterAll(() => world.close());

async function answersOf(username: string, request: object = {}): Promise<Page<AnswerRowWire>> {
  return (await world.call('qa.getAnswersOf', { username, limit: 100, ...request }, { as: ann })).reply;
}

describe('[BF-2] the answers of a person', () => {
  let qid: string;
  const ids: string[] = [];
  beforeAll(async () => {
    qid = await world.ask(ann, { title: 'How long?' });
    await world.answer(ann, qid, 'My own.');
    for (let n = 1; n <= 5; n++)
      ids.unshift(await world.answer(ben, n === 3 ? await world.ask(ann) : qid, `**${n}** days`));
  });

  test('come newest first, each with its question and how its text begins', async () => {
    const { rows, total } = await answersOf('BEN');
    expect(rows.map(({ _id }) => _id)).toEqual(ids);
    expect(total).toBe(5);
    expect(rows[0]).toEqual({
      _id: ids[0],
      excerpt: '5 days',
      ansDateTime: expect.stringMatching(/^\d{4}-.*Z$/),
      question: { _id: qid, title: 'How long?' },
    });
  });

  test.each([1, 2, 3, 5])('are contiguous in pages of %i', async (limit) => {
    const read: string[] = [];
    let cursor: string | null | undefined;
    do {
      const page = await answersOf('Ben', { limit, ...(cursor ? { cursor } : {}) });
      expect(page.total).toBe(5);
      read.push(...page.rows.map(({ _id }) => _id));
      cursor = page.next;
    } while (cursor !== null);
    expect(read).toEqual(ids);
    expect(await answersOf('Ben', { limit, cursor: '1' })).toEqual({ rows: [], total: 5, next: null });
  });

  test('of a person without any, or an unknown one, are none', async () => {
    for (const name of ['Zed', '']) expect(await answersOf(name)).toEqual({ rows: [], total: 0, next: null });
    await expect(answersOf('Ben', { cursor: 'x' })).rejects.toMatchObject({ code: 'request.invalid' });
    await expect(answersOf('\0')).rejects.toMatchObject({ code: 'request.illFormedText' });
  });

  test('of a deleted account are none', async () => {
    await world.identity({ type: 'UserDeleted', data: { userId: ben.id } });
    expect(await answersOf('Ben')).toEqual({ rows: [], total: 0, next: null });
  });
});
