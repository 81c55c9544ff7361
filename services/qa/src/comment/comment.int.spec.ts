import { personOf } from '@parlour/kernel/testing/people';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { unedited } from '@parlour/contracts/posts/editable';
import { messages } from '@parlour/contracts/messages';
import { type QaWorld, startQa, unknownId } from '../testing/qa-world.ts';

const [ann, ben] = [personOf('Ann'), personOf('Ben')];

let world: QaWorld;
beforeAll(async () => {
  world = await startQa();
});
afterAll(() => world.close());

describe('commenting', () => {
  test('[Q-5] on a question and on its answers, in the order of posting', async () => {
    const qid = await world.ask(ann);
    const aid = await world.answer(ben, qid);
    const other = await world.answer(ben, qid);
    const { reply } = await world.call('qa.addComment', { id: qid, type: 'question', text: '\nOne. ' }, { as: ben });
    expect(reply).toEqual({
      _id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      text: 'One.',
      commentBy: 'Ben',
      commentDateTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      ...unedited,
    });
    await world.comment(ann, 'answer', aid, 'Two.');
    await world.comment(ann, 'question', qid, 'Three.');
    await world.comment(ben, 'answer', aid, 'Four.');
    const page = await world.read(ann, qid);
    const texts = (comments: readonly { text: string }[] = []): string[] => comments.map(({ text }) => text);
    expect(page.comments[0]).toEqual(reply);
    expect(texts(page.comments)).toEqual(['One.', 'Three.']);
    expect(page.answers.map((answer) => [answer._id, texts(answer.comments)])).toEqual([
      [aid, ['Two.', 'Four.']],
      [other, []],
    ]);
    expect(page.answerCount).toBe(2);
  });

  test.each([
    ['question', 'question.unknown', messages.questionUnknown],
    ['answer', 'answer.unknown', messages.answerUnknown],
  ] as const)('on a %s that does not exist is refused', async (type, code, message) => {
    await expect(world.comment(ben, type, unknownId)).rejects.toMatchObject({ code, message });
  });

  test('refuses an answer id for a question, and a question id for an answer', async () => {
    const qid = await world.ask(ann);
    const aid = await world.answer(ben, qid);
    await expect(world.comment(ben, 'question', aid)).rejects.toMatchObject({ code: 'question.unknown' });
    await expect(world.comment(ben, 'answer', qid)).rejects.toMatchObject({ code: 'answer.unknown' });
  });

  test('[VA-7] a blank one is refused and changes nothing', async () => {
    const qid = await world.ask(ann);
    await expect(world.comment(ben, 'question', qid, ' ')).rejects.toMatchObject({ message: messages.commentEmpty });
    expect((await world.read(ann, qid)).comments).toEqual([]);
  });

  test('a retry with the same key posts once', async () => {
    const request = { id: await world.ask(ann), type: 'question', text: 'Once.' } as const;
    const first = await world.call('qa.addComment', request, { as: ben, key: 'comment-1' });
    expect(await world.call('qa.addComment', request, { as: ben, key: 'comment-1' })).toEqual(first);
    expect((await world.read(ann, request.id)).comments).toEqual([first.reply]);
  });
});

test('everybody gets a live message with only the new comment, however many there are', async () => {
  const qid = await world.ask(ann);
  const aid = await world.answer(ben, qid);
  for (let number = 1; number <= 20; number++) await world.comment(ann, 'question', qid, `Number ${number}.`);
  await world.comment(ben, 'answer', aid, 'Of the answer.');
  const published = (await world.liveMessages()).filter(
    (liveMessage) => liveMessage.event === 'commentUpdate' && liveMessage.payload.qid === qid,
  );
  expect(published).toMatchObject([
    ...Array.from({ length: 20 }, (_, index) => ({
      to: ['public'],
      payload: { qid, type: 'question', result: { _id: qid, comments: [{ text: `Number ${index + 1}.` }] } },
    })),
    {
      to: ['public'],
      payload: { qid, type: 'answer', result: { _id: aid, comments: [{ text: 'Of the answer.', commentBy: 'Ben' }] } },
    },
  ]);
});

/** Answers besides those that were given. */
const fillAnswers = `insert into answers (id, question_id, position, text, answered_by, answered_at)
  select 'filled in ' || $1 || n, $1, -n, 'So.', $3, now() from generate_series(1, $2::int) n`;

test('[LI-19] a question takes 500 answers, and a question or an answer 200 comments', async () => {
  const qid = await world.ask(ann);
  const aid = await world.answer(ben, qid);
  const other = await world.answer(ben, qid);
  const fill = `insert into comments (id, question_id, answer_id, position, text, commented_by, commented_at)
    select $1 || n, $2, $3, n, 'Oh?', 'ann', now() from generate_series(1, 200) n`;
  await world.sql(fill, ['on-question', qid, null]);
  await world.sql(fill, ['on-answer', qid, aid]);
  for (const [type, id] of [
    ['question', qid],
    ['answer', aid],
  ] as const) {
    await expect(world.comment(ben, type, id)).rejects.toMatchObject({
      code: 'comments.full',
      message: messages.commentsFull,
    });
  }
  await world.comment(ben, 'answer', other);
  await world.sql(fillAnswers, [qid, 499 - 2, ann.id]);
  await world.answer(ben, qid);
  await expect(world.answer(ben, qid)).rejects.toMatchObject({ code: 'answers.full', message: messages.answersFull });
});

test('[BA-4, Q-29] the last place is taken once, however many want it at the same time', async () => {
  const qid = await world.ask(ann);
  const aid = await world.answer(ben, qid);
  const fill = `insert into comments (id, question_id, answer_id, position, text, commented_by, commented_at)
    select $1 || n, $2, $3, -n, 'Oh?', $4, now() from generate_series(1, 199) n`;
  await world.sql(fill, ['almost on question', qid, null, ann.id]);
  await world.sql(fill, ['almost on answer', qid, aid, ann.id]);
  await world.sql(fillAnswers, [qid, 499 - 1, ann.id]);
  const people = Array.from({ length: 8 }, (_, index) => personOf(`Eager ${index}`));
  for (const [send, code] of [
    [(by: typeof ann) => world.comment(by, 'question', qid), 'comments.full'],
    [(by: typeof ann) => world.comment(by, 'answer', aid), 'comments.full'],
    [(by: typeof ann) => world.answer(by, qid), 'answers.full'],
  ] as const) {
    const outcomes = await Promise.allSettled(people.map(send));
    const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []));
    expect(refused).toHaveLength(people.length - 1);
    for (const refusal of refused) expect(refusal).toMatchObject({ code });
  }
  const { answerCount, comments, answers } = await world.read(ann, qid);
  // Those that were filled in are not counted.
  expect([answerCount, comments.length, answers.find(({ _id }) => _id === aid)?.comments.length]).toEqual([
    2, 200, 200,
  ]);
});

describe('[LI-19, Q-29] what is deleted', () => {
  let qid: string;
  let aid: string;

  /** Has a person write so many answers to the question, and comments on it and on the answer. */
  async function fill(by: typeof ann, answers: number, comments: number): Promise<void> {
    await world.sql(fillAnswers, [qid, answers, by.id]);
    const fillComments = `insert into comments (id, question_id, answer_id, position, text, commented_by, commented_at)
      select 'filled in ' || coalesce($2, $1) || n, $1, $2, -n, 'Oh?', $4, now() from generate_series(1, $3::int) n`;
    for (const on of [null, aid]) await world.sql(fillComments, [qid, on, comments, by.id]);
  }
  const filled = "id like 'filled in ' || $1 || '%'";

  beforeEach(async () => {
    qid = await world.ask(ann);
    aid = await world.answer(ann, qid);
  });

  test.each(['author', 'moderator'])('by the %s takes no place of others', async (by) => {
    await fill(ben, 500, 200);
    await world.sql(`update answers set deleted_by = $2 where ${filled}`, [qid, by]);
    for (const id of [qid, aid]) await world.sql(`update comments set deleted_by = $2 where ${filled}`, [id, by]);
    const sendAll = [
      [(as: typeof ann) => world.answer(as, qid), 'answers.full'],
      [(as: typeof ann) => world.comment(as, 'question', qid), 'comments.full'],
      [(as: typeof ann) => world.comment(as, 'answer', aid), 'comments.full'],
    ] as const;
    for (const [send, code] of sendAll) {
      await send(ann);
      // Else one person could write without end.
      await expect(send(ben)).rejects.toMatchObject({ code });
    }
  });

  test('is restored only where there is a place', async () => {
    const answer = await world.answer(ben, qid);
    const comments = [await world.comment(ben, 'question', qid), await world.comment(ben, 'answer', aid)];
    await world.call('qa.deleteAnswer', { aid: answer }, { as: ben });
    for (const cid of comments) await world.call('qa.deleteComment', { cid }, { as: ben });
    await fill(ann, 499, 200);
    const restores = [
      [() => world.call('qa.restoreAnswer', { aid: answer }, { as: ben }), 'answers.full', messages.answersFull],
      ...comments.map((cid) => {
        const restore = () => world.call('qa.restoreComment', { cid }, { as: ben });
        return [restore, 'comments.full', messages.commentsFull] as const;
      }),
    ] as const;
    for (const [restore, code, message] of restores) {
      await expect(restore()).rejects.toMatchObject({ code, message });
    }
    // One of each makes way.
    await world.sql(`delete from answers where id = 'filled in ' || $1 || 1`, [qid]);
    for (const id of [qid, aid]) await world.sql(`delete from comments where id = 'filled in ' || $1 || 1`, [id]);
    for (const [restore] of restores) expect((await restore()).reply).toMatchObject({ deleted: null });
  });
});
