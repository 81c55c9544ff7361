import { personOf } from '@parlour/kernel/testing/people';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { deletedUserName } from '@parlour/contracts/limits';
import type { QuestionRowWire } from '@parlour/contracts/qa/qa';
import { type QaWorld, startQa } from '../testing/qa-world.ts';

const [ann, ben, cay] = [personOf('Ann'), personOf('Ben'), personOf('Cay')];

let world: QaWorld;
beforeAll(async () => {
  world = await startQa();
});
afterAll(() => world.close());

async function rowOf(id: string, as = ann): Promise<QuestionRowWire | undefined> {
  const { reply } = await world.call('qa.getQuestions', { order: 'newest', limit: 100 }, { as });
  return reply.rows.find((row) => row._id === id);
}

describe('[Q-17] a row of a list begins with the text', () => {
  test.each([
    ['Plain words.', 'Plain words.'],
    ['# Title\n\nThen **bold**, *slanted* and ~~struck~~ words.', 'Title Then bold, slanted and struck words.'],
    [
      'A [link](https://example.org/a_b), ![a picture](https://example.org/x.png) and <https://example.org>',
      'A link, a picture and https://example.org',
    ],
    ['See [the docs][1].\n\n[1]: https://example.org', 'See the docs.'],
    ['> Quoted\n> twice\n\n- one\n- two\n1. three', 'Quoted twice one two three'],
    ['Code:\n\n```sql\nselect created_at\n```\n\nand `a_b`.', 'Code: select created_at and a_b.'],
    ['2 * 3 * 4, snake_case_name, a*b', '2 * 3 * 4, snake_case_name, a*b'],
    ['| a | b |\n| --- | --- |\n\n---\n\nEnd', '| a | b | End'],
    ['Not \\*slanted\\*', 'Not *slanted*'],
    ['The board: ![Three coins](/file/f1) What now? See [plan.pdf](/file/f2).', 'The board: What now? See plan.pdf.'],
    ['![Three coins](/file/f1)', ''],
    ['```\na\n```', 'a'],
  ])('%j as %j', async (text, excerpt) => {
    expect((await rowOf(await world.ask(ann, { text })))?.excerpt).toBe(excerpt);
  });

  test('at most 200 characters of it, none cut in half', async () => {
    const whole = '🎲'.repeat(200);
    expect((await rowOf(await world.ask(ann, { text: whole })))?.excerpt).toBe(whole);
    const cut = (await rowOf(await world.ask(ann, { text: `${whole}🎲` })))?.excerpt;
    expect(cut).toBe(`${'🎲'.repeat(199)}…`);
  });
});

describe('[Q-17] a row of a list says who answered or commented last', () => {
  test('nobody at first, then the latest, in lists and live', async () => {
    const id = await world.ask(ann);
    expect((await rowOf(id))?.lastActivity).toBeNull();
    const answerId = await world.answer(ben, id);
    const { answers } = await world.read(ann, id);
    const answered = { who: 'Ben', when: answers[0]?.ansDateTime, what: 'answered' };
    expect((await rowOf(id))?.lastActivity).toEqual(answered);
    const updates = (await world.liveMessages()).flatMap(({ event, payload }) =>
      event === 'questionUpdate' && payload._id === id ? [payload.lastActivity] : [],
    );
    expect(updates).toContainEqual(answered);
    await world.comment(cay, 'answer', answerId);
    expect((await rowOf(id))?.lastActivity).toMatchObject({ who: 'Cay', what: 'commented' });
    await world.comment(ben, 'question', id);
    const { comments } = await world.read(ann, id);
    expect((await rowOf(id))?.lastActivity).toEqual({
      who: 'Ben',
      when: comments[0]?.commentDateTime,
      what: 'commented',
    });
  });

  test('[U-5] a deleted account without its name', async () => {
    const gone = personOf('Gone');
    const id = await world.ask(ann);
    await world.answer(gone, id);
    expect((await rowOf(id))?.lastActivity?.who).toBe('Gone');
    await world.identity({ type: 'UserDeleted', data: { userId: gone.id } });
    expect((await rowOf(id))?.lastActivity?.who).toBe(deletedUserName);
  });
});

describe('[BN-5, Q-36] a row of a list says whether there is something to read', () => {
  const unread = async (as: typeof ann, id: string) => (await rowOf(id, as))?.unread;

  test('a question of the last two days, until it is read; not to its asker', async () => {
    const id = await world.ask(ann);
    expect([await unread(ann, id), await unread(ben, id)]).toEqual([false, true]);
    await world.sql(`update questions set asked_at = asked_at - interval '2 days' where id = $1`, [id]);
    expect(await unread(ben, id)).toBe(false);
    await world.sql(`update questions set asked_at = asked_at + interval '2 days' where id = $1`, [id]);
    await world.read(ben, id);
    expect(await unread(ben, id)).toBe(false);
  });

  test('another’s answer, until the question is read again; comments alone do not count', async () => {
    const id = await world.ask(ann);
    await world.read(cay, id);
    const answerId = await world.answer(ben, id);
    expect([await unread(ann, id), await unread(cay, id)]).toEqual([true, true]);
    // Ben never opened it, but the new answer is his own.
    expect(await unread(ben, id)).toBe(false);
    await world.read(cay, id);
    await world.comment(ben, 'answer', answerId);
    expect(await unread(cay, id)).toBe(false);
    // Nor for whom the last answer is their own.
    await world.comment(ben, 'answer', await world.answer(cay, id));
    expect([await unread(cay, id), await unread(ann, id)]).toEqual([false, true]);
    await world.answer(ben, id);
    expect(await unread(cay, id)).toBe(true);
    // Asking for further answers is not reading the newest.
    await world.call('qa.getQuestionById', { id, after: answerId }, { as: cay });
    expect(await unread(cay, id)).toBe(true);
    expect((await world.call('qa.markRead', { qid: id }, { as: cay })).reply).toEqual({ unread: false });
    expect([await unread(ann, id), await unread(cay, id)]).toEqual([true, false]);
    await world.read(ann, id);
    expect(await unread(ann, id)).toBe(false);
  });

  test('only what one may see can be marked, and nothing is written twice', async () => {
    const id = await world.ask(ann, { onlyFollowers: true });
    await expect(world.call('qa.markRead', { qid: id }, { as: ben })).rejects.toMatchObject({
      code: 'question.unknown',
    });
    await world.answer(ann, id);
    const rows = () => world.sql('select position from question_reads where question_id = $1', [id]);
    for (let times = 0; times < 2; times++) await world.call('qa.markRead', { qid: id }, { as: ann });
    expect(await rows()).toHaveLength(1);
    await world.identity({ type: 'UserDeleted', data: { userId: ann.id } });
    // A later call waits until that is applied.
    await rowOf(id, ben);
    expect(await rows()).toEqual([]);
  });
});
