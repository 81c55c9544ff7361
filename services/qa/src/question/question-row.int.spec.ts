import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { deletedUserName } from '@parlour/contracts/limits';
import type { QuestionRowWire } from '@parlour/contracts/qa';
import { personOf, type QaWorld, startQa } from '../testing/qa-world.ts';

const [ann, ben, cay] = [personOf('Ann'), personOf('Ben'), personOf('Cay')];

let world: QaWorld;
beforeAll(async () => {
  world = await startQa();
});
afterAll(() => world.close());

async function rowOf(id: string): Promise<QuestionRowWire | undefined> {
  const { reply } = await world.call('qa.getQuestions', { order: 'newest', limit: 100 }, { as: ann });
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
    ['```\n```', ''],
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
