import { personOf } from '@parlour/kernel/testing/people';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { limits } from '@parlour/contracts/limits';
import { type AnswerOrder, answerOrders, type QuestionWire } from '@parlour/contracts/qa/qa';
import { hidden, type QaWorld, startQa } from '../testing/qa-world.ts';

const [ann, ben, cay, dan] = [personOf('Ann'), personOf('Ben'), personOf('Cay'), personOf('Dan')];

let world: QaWorld;
beforeAll(async () => {
  world = await startQa();
});
afterAll(() => world.close());

const read = async (id: string, more: { answers?: AnswerOrder; after?: string }, as = cay): Promise<QuestionWire> =>
  (await world.call('qa.getQuestionById', { id, ...more }, { as })).reply;

describe('[BA-3, Q-28] the order of answers', () => {
  test('is the accepted one, then by score, then by age; or by age alone', async () => {
    const qid = await world.ask(ann);
    const ids: string[] = [];
    for (let number = 0; number < 5; number++) ids.push(await world.answer(ben, qid));
    const [disliked = '', plain, accepted = '', liked = '', later] = ids;
    await world.voteOnAnswer(ann, disliked, 'down');
    await world.voteOnAnswer(ann, liked, 'up');
    await world.accept(ann, qid, accepted);
    const order = async (answers?: AnswerOrder, as = cay) =>
      (await read(qid, answers === undefined ? {} : { answers }, as)).answers.map(({ _id }) => _id);
    const best = [accepted, liked, plain, later, disliked];
    // The first reading counts as a view, and is answered by another reader.
    for (const as of [cay, cay, dan]) expect(await order('best', as)).toEqual(best);
    expect(await order('newest')).toEqual(ids.toReversed());
    for (const oldest of [undefined, 'oldest'] as const) expect(await order(oldest)).toEqual(ids);
  });

  describe('of a long question', () => {
    const answers = 75;
    let qid: string;
    beforeAll(async () => {
      qid = await world.ask(ann);
      await world.sql(
        `insert into answers (id, question_id, position, text, answered_by, answered_at, up_vote_count, accepted)
         select 'many ' || n, $1, 1000000 + n, 'So.', $2, now(), n % 10, n = 40 from generate_series(1, $3::int) n`,
        [qid, ben.id, answers],
      );
      await world.sql('update questions set answer_count = $2 where id = $1', [qid, answers]);
    });

    const numbers = Array.from({ length: answers }, (_, index) => index + 1);
    const wanted: Record<AnswerOrder, readonly number[]> = {
      best: [40, ...numbers.filter((n) => n !== 40).sort((one, other) => (other % 10) - (one % 10) || one - other)],
      oldest: numbers,
      newest: numbers.toReversed(),
    };

    test.each(answerOrders)('%s: comes in parts of thirty, none twice and none left out', async (order) => {
      const parts: string[][] = [];
      let after: string | undefined;
      do {
        const part = await read(qid, { answers: order, ...(after !== undefined && { after }) });
        parts.push(part.answers.map(({ _id }) => _id));
        expect(part.answerCount).toBe(answers);
        after = part.moreAnswersAfter;
      } while (after !== undefined);
      expect(parts.map(({ length }) => length)).toEqual([limits.answersPart, limits.answersPart, 15]);
      expect(parts.flat()).toEqual(wanted[order].map((number) => `many ${number}`));
    });

    test('without an order has as many as fit into a reply, as specified', async () => {
      const { answers: all, moreAnswersAfter } = await read(qid, {});
      expect(all).toHaveLength(answers);
      expect(moreAnswersAfter).toBeUndefined();
    });

    test.each(answerOrders)('%s: refuses to continue after an answer of another question', async (order) => {
      const after = await world.answer(ben, await world.ask(ben));
      await expect(read(qid, { answers: order, after })).rejects.toMatchObject({ code: 'answer.unknown' });
    });
  });

  test.each(answerOrders)('%s: shows nothing of a question that the viewer may not see', async (answers) => {
    const qid = await world.ask(ann, { onlyFollowers: true });
    const after = await world.answer(ann, qid);
    for (const part of [{ answers }, { answers, after }]) {
      await expect(read(qid, part)).rejects.toMatchObject(hidden);
    }
  });
});
