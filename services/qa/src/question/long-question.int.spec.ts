import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { QuestionWire } from '@parlour/contracts/qa';
import { messages } from '@parlour/contracts/messages';
import { readQuestions } from './question-page.queries.ts';
import { hidden, personOf, type QaWorld, startQa, unknownId } from '../testing/qa-world.ts';

const [ann, ben, cay, dan] = [personOf('Ann'), personOf('Ben'), personOf('Cay'), personOf('Dan')];

let world: QaWorld;
let qid: string;
let ids: string[];

/** Comments of the greatest length, of letters of four bytes each: 8,000 bytes a comment. */
const comment = (answerId: string, count: number): Promise<unknown> =>
  world.sql(
    `insert into comments (id, question_id, answer_id, position, text, commented_by, commented_at)
     select $2 || n, $1, $2, 1000 + n, repeat('🌊', 2000), 'ben', now() from generate_series(1, $3::int) n`,
    [qid, answerId, count],
  );

beforeAll(async () => {
  world = await startQa();
  for (const person of [cay, dan]) await world.ask(person);
  await world.follow(cay, ann);
  qid = await world.ask(ann, { onlyFollowers: true });
  ids = [];
  for (let number = 1; number <= 6; number++) ids.push(await world.answer(ann, qid, `Answer ${number}.`));
  const [first = '', second = '', , fourth = '', fifth = ''] = ids;
  for (const [id, comments] of [
    [first, 200],
    [second, 100],
    [fourth, 200],
    [fifth, 100],
  ] as const) {
    await comment(id, comments);
  }
});
afterAll(() => world.close());

/**
 * Which answers there are by their places, how many comments they have, and after which one others
 * follow.
 */
const partOf = ({ answers, moreAnswersAfter, answerCount }: QuestionWire) => ({
  answers: answers.map(({ _id, comments }) => [ids.indexOf(_id) + 1, comments.length]),
  more: moreAnswersAfter === undefined ? undefined : ids.indexOf(moreAnswersAfter) + 1,
  answerCount,
});

const [firstPart, secondPart, lastPart] = [
  {
    answers: [
      [1, 200],
      [2, 100],
    ],
    more: 2,
    answerCount: 6,
  },
  {
    answers: [
      [3, 0],
      [4, 200],
      [5, 100],
    ],
    more: 5,
    answerCount: 6,
  },
  { answers: [[6, 0]], more: undefined, answerCount: 6 },
];

describe('[LI-20] a long question', () => {
  test('comes in parts of about two MiB, each with the count of all', async () => {
    const parts: QuestionWire[] = [];
    let after: string | undefined;
    do {
      const request = { id: qid, ...(after === undefined ? {} : { after }) };
      parts.push((await world.call('qa.getQuestionById', request, { as: ann })).reply);
      after = parts.at(-1)?.moreAnswersAfter;
    } while (after !== undefined);
    expect(parts.map(partOf)).toEqual([firstPart, secondPart, lastPart]);
    expect(parts.at(-1)).not.toHaveProperty('moreAnswersAfter');
    const { answers: _, moreAnswersAfter: __, ...question } = parts[0] ?? {};
    expect(parts[2]).toMatchObject(question);
  });

  test('is not viewed again where further answers are read', async () => {
    const request = { id: qid, after: ids[4] ?? '' };
    const { reply, positions } = await world.call('qa.getQuestionById', request, { as: cay });
    expect(partOf(reply)).toEqual(lastPart);
    expect(reply.views).not.toContain('Cay');
    expect(positions).toEqual({});
  });

  test('shows further answers to nobody from whom it is hidden', async () => {
    const request = { id: qid, after: ids[4] ?? '' };
    await expect(world.call('qa.getQuestionById', request, { as: dan })).rejects.toMatchObject(hidden);
  });

  test('has no answers after one that is not its own: refused', async () => {
    const elsewhere = await world.answer(ben, await world.ask(ben));
    for (const after of [unknownId, elsewhere]) {
      await expect(world.call('qa.getQuestionById', { id: qid, after }, { as: ann })).rejects.toMatchObject({
        code: 'answer.unknown',
        message: messages.answerUnknown,
      });
    }
  });

  test('comes with its first part where it is followed, by one person or by several at once', async () => {
    const follow = { key: 'follow', as: cay };
    const first = await world.call('qa.followQuestion', { qid }, follow);
    expect(partOf(first.reply)).toEqual(firstPart);
    expect(await world.call('qa.followQuestion', { qid }, follow)).toEqual(first);
    const askers = [ann, cay].map((person) => ({ id: qid, viewer: person.id, fresh: true }));
    const questions = await readQuestions(world.database, askers);
    expect(questions.map((question) => partOf(question.parse()))).toEqual([firstPart, firstPart]);
  });
});
