import { personOf } from '@parlour/kernel/testing/people';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { QuestionWire } from '@parlour/contracts/qa/qa';
import { messages } from '@parlour/contracts/messages';
import { readQuestions } from './question-page.queries.ts';
import { hidden, type QaWorld, startQa, unknownId } from '../../testing/qa-world.ts';

const [ann, ben, cay, dan] = [personOf('Ann'), personOf('Ben'), personOf('Cay'), personOf('Dan')];

let world: QaWorld;
let qid: string;
let ids: string[];

/** Comments of the maximum length with four-byte characters: 8,000 bytes each. */
const comment = (answerId: string, count: number): Promise<unknown> =>
  world.sql(
    `insert into comments (id, question_id, answer_id, position, text, commented_by, commented_at)
     select $2 || n, $1, $2, 1000 + n, repeat('🌊', 2000), $4, now() from generate_series(1, $3::int) n`,
    [qid, answerId, count, dan.id],
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

/** The places of the answers, their comment counts, and the answer after which others follow. */
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
  test('is returned in parts of about two MiB, each with the total count', async () => {
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

  test('is not viewed again when further answers are read', async () => {
    const request = { id: qid, after: ids[4] ?? '' };
    const { reply, positions } = await world.call('qa.getQuestionById', request, { as: cay });
    expect(partOf(reply)).toEqual(lastPart);
    expect(reply.views).not.toContain('Cay');
    expect(positions).toEqual({});
  });

  test('hides further answers from people who may not see it', async () => {
    const request = { id: qid, after: ids[4] ?? '' };
    await expect(world.call('qa.getQuestionById', request, { as: dan })).rejects.toMatchObject(hidden);
  });

  test('refuses to list answers after an answer of another question', async () => {
    const elsewhere = await world.answer(ben, await world.ask(ben));
    for (const after of [unknownId, elsewhere]) {
      await expect(world.call('qa.getQuestionById', { id: qid, after }, { as: ann })).rejects.toMatchObject({
        code: 'answer.unknown',
        message: messages.answerUnknown,
      });
    }
  });

  test('is returned with its first part when one or several people follow it at once', async () => {
    const follow = { key: 'follow', as: cay };
    const first = await world.call('qa.followQuestion', { qid }, follow);
    expect(partOf(first.reply)).toEqual(firstPart);
    expect(await world.call('qa.followQuestion', { qid }, follow)).toEqual(first);
    const askers = [ann, cay].map((person) => ({ id: qid, viewer: person.id, fresh: true }));
    const questions = await readQuestions(world.database, askers);
    expect(questions.map((question) => partOf(question.parse()))).toEqual([firstPart, firstPart]);
  });
});
