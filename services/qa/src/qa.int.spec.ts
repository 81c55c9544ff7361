import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { unedited } from '@parlour/contracts/posts/editable';
import type { Actor } from '@parlour/contracts/envelope';
import type { AddQuestion } from '@parlour/contracts/qa/qa.requests';
import { messages } from '@parlour/contracts/messages';
import { type ServiceWorld, startServiceWorld } from '@parlour/kernel/testing/service-world';
import { personOf } from '@parlour/kernel/testing/people';
import { qaDefinition } from './qa.module.ts';

const ann: Actor = { id: '01890000-0000-7000-8000-00000000000a', name: 'Ann' };
const ben: Actor = { id: '01890000-0000-7000-8000-00000000000b', name: 'Ben' };
const unknownId = '01890000-0000-7000-8000-0000000000ff';

let world: ServiceWorld;
beforeAll(async () => {
  world = await startServiceWorld(qaDefinition);
});
afterAll(() => world.close());

let asked = 0;
function question(changes: Partial<AddQuestion> = {}): AddQuestion {
  asked += 1;
  const own = { title: `Question ${asked}`, text: 'Why is that so?', tags: [{ name: `tag${asked}` }] };
  return { ...own, onlyFollowers: false, communityId: null, ...changes };
}

async function ask(by: Actor, changes: Partial<AddQuestion> = {}, key?: string): Promise<string> {
  const options = key === undefined ? { as: by } : { as: by, key };
  return (await world.call('qa.addQuestion', question(changes), options)).reply._id;
}

async function list(as: Actor, request: object = {}): Promise<string[]> {
  const { reply } = await world.call('qa.getQuestions', { order: 'newest', limit: 100, ...request }, { as });
  return reply.rows.map((row) => row._id);
}

describe('asking and answering', () => {
  test('[EN-2, T-7] the reply is the question as all readers will get it', async () => {
    const asking = question({ tags: [{ name: 'Physics', description: 'of bodies' }] });
    const { reply, positions } = await world.call('qa.addQuestion', asking, { as: ann });
    expect(reply).toEqual({
      _id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      title: asking.title,
      text: asking.text,
      tags: [{ name: 'Physics', description: 'of bodies' }],
      askedBy: 'Ann',
      askDateTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      answers: [],
      comments: [],
      upVotes: [],
      downVotes: [],
      views: [],
      following: [],
      onlyFollowers: false,
      communityId: null,
      acceptedAnswerId: null,
      answerCount: 0,
      viewCount: 0,
      upVoteCount: 0,
      downVoteCount: 0,
      excerpt: asking.text,
      ...unedited,
    });
    expect(positions.qa).toBeGreaterThan(0);
  });

  test('[Q-8] a tag keeps its first spelling and description', async () => {
    await ask(ann, { tags: [{ name: 'Chess', description: 'the game' }] });
    const { reply } = await world.call('qa.addQuestion', question({ tags: [{ name: 'CHESS' }] }), { as: ben });
    expect(reply.tags).toEqual([{ name: 'Chess', description: 'the game' }]);
  });

  test('[Q-5] answers are on the page, in the order of posting, and counted', async () => {
    const qid = await ask(ann);
    const first = await world.call('qa.addAnswer', { qid, text: 'First.' }, { as: ben });
    const second = await world.call('qa.addAnswer', { qid, text: 'Second.' }, { as: ann });
    const { reply } = await world.call('qa.getQuestionById', { id: qid }, { as: ben });
    expect(reply.answers).toEqual([first.reply, second.reply]);
    expect(first.reply).toMatchObject({ text: 'First.', ansBy: 'Ben', comments: [] });
    expect(reply.answerCount).toBe(2);
  });

  test('an answer to an unknown question is refused', async () => {
    await expect(world.call('qa.addAnswer', { qid: unknownId, text: 'Hm.' }, { as: ben })).rejects.toMatchObject({
      code: 'question.unknown',
      message: messages.questionUnknown,
    });
  });

  test('a retry with the same key gives the first answer and changes nothing', async () => {
    const asking = question();
    const first = await world.call('qa.addQuestion', asking, { as: ann, key: 'once' });
    const again = await world.call('qa.addQuestion', asking, { as: ann, key: 'once' });
    expect(again).toEqual(first);
    expect((await list(ann)).filter((id) => id === first.reply._id)).toHaveLength(1);
    await expect(
      world.call('qa.addQuestion', { ...asking, title: 'Another' }, { as: ann, key: 'once' }),
    ).rejects.toMatchObject({ code: 'command.keyReused' });
  });
});

describe('views', () => {
  test('[Q-4] count once per person, including the first, and emit one live message', async () => {
    const id = await ask(ann);
    const first = await world.call('qa.getQuestionById', { id }, { as: ben });
    const again = await world.call('qa.getQuestionById', { id }, { as: ben });
    const asker = await world.call('qa.getQuestionById', { id }, { as: ann });
    expect(first.reply).toMatchObject({ viewCount: 1, views: ['Ben'] });
    expect(again.reply).toMatchObject({ viewCount: 1, views: ['Ben'] });
    expect(again.positions).toEqual({});
    expect(asker.reply).toMatchObject({ viewCount: 2, views: ['Ann', 'Ben'] });
  });

  test('[Q-4] twenty readings at once count once', async () => {
    const id = await ask(ann);
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => world.call('qa.getQuestionById', { id }, { as: ben })),
    );
    expect(replies.map(({ reply }) => reply.viewCount)).toEqual(Array.from({ length: 20 }, () => 1));
  });
});

test('thirty people who read a question at once each get their own reply', async () => {
  const id = await ask(ann);
  const people = Array.from({ length: 30 }, (_, index) => personOf(`Reader ${index}`));
  const replies = await Promise.all(people.map((as) => world.call('qa.getQuestionById', { id }, { as })));
  expect(replies.map(({ reply }) => reply.views[0])).toEqual(people.map((person) => person.name));
  expect(Math.max(...replies.map(({ reply }) => reply.viewCount))).toBe(30);
});

describe('lists', () => {
  test('[Q-1] newest first, by pages without gaps', async () => {
    const ids = [await ask(ann), await ask(ann), await ask(ben)];
    const whole = await list(ann);
    expect(whole.slice(0, 3)).toEqual([...ids].reverse());
    const paged: string[] = [];
    let cursor: string | undefined;
    do {
      const request = { order: 'newest', limit: 2, ...(cursor === undefined ? {} : { cursor }) } as const;
      const { reply } = await world.call('qa.getQuestions', request, { as: ann });
      paged.push(...reply.rows.map((row) => row._id));
      cursor = reply.next ?? undefined;
      expect(reply.total).toBe(whole.length);
    } while (cursor !== undefined);
    expect(paged).toEqual(whole);
  });

  test('[Q-1] the other orders', async () => {
    const [quiet, busy] = [await ask(ann), await ask(ann)];
    await ask(ann);
    await world.call('qa.addAnswer', { qid: quiet, text: 'An answer.' }, { as: ben });
    await world.call('qa.getQuestionById', { id: busy }, { as: ben });
    await world.call('qa.getQuestionById', { id: busy }, { as: ann });
    expect((await list(ann, { order: 'active' }))[0]).toBe(quiet);
    expect(await list(ann, { order: 'unanswered' })).not.toContain(quiet);
    const viewed = await list(ann, { order: 'mostViewed' });
    expect(viewed.indexOf(busy)).toBeLessThan(viewed.indexOf(quiet));
  });

  test('[Q-2] by any of the tags, and by all words, as prefixes', async () => {
    const fern = await ask(ann, { title: 'Watering a fern', tags: [{ name: 'Plants' }] });
    const moss = await ask(ann, { title: 'Moss in a jar', text: 'Water it daily?', tags: [{ name: 'moss' }] });
    expect(await list(ann, { search: '[plants]' })).toEqual([fern]);
    expect(await list(ann, { search: '[plants] [MOSS]' })).toEqual([moss, fern]);
    expect(await list(ann, { search: 'WATER' })).toEqual([moss, fern]);
    expect(await list(ann, { search: 'water jar' })).toEqual([moss]);
    expect(await list(ann, { search: '[plants] water jar' })).toEqual([]);
    expect(await list(ann, { search: "'; drop table questions; --" })).toEqual([]);
    // The text contains no word to search for, which differs from an empty search.
    expect(await list(ann, { search: "%_':*&|!()" })).toEqual([]);
  });

  test.each([`it's`, 'a\\b', `'`, ':kumquats'])('by a word and the tag %j', async (name) => {
    const id = await ask(ann, { title: 'Kumquats', tags: [{ name }] });
    expect(await list(ann, { search: 'kumq', tag: name.toUpperCase() })).toEqual([id]);
  });

  test.each(['हिन्दी सीखना', 'İSTANBUL', 'ΟΔΟΣ', 'CO₂', 'x² ½', 'ไทย', 'ẞ'])('by what it says: %s', async (title) => {
    const id = await ask(ann, { title });
    expect(await list(ann, { search: title })).toContain(id);
  });

  test('but not by a word that is longer than the index keeps', async () => {
    const word = 'д'.repeat(1_100);
    const id = await ask(ann, { text: `${word} longish` });
    expect(await list(ann, { search: word })).toEqual([]);
    expect(await list(ann, { search: 'longish' })).toEqual([id]);
  });

  test('a cursor that no list returned is refused', async () => {
    await expect(list(ann, { cursor: '1; select' })).rejects.toMatchObject({ code: 'request.invalid' });
  });
});

describe('a question for followers only', () => {
  test('is visible to nobody else', async () => {
    const before = (await world.call('qa.getQuestions', { order: 'newest', limit: 1 }, { as: ben })).reply.total;
    const id = await ask(ann, { onlyFollowers: true, title: 'Secret gathering', tags: [{ name: 'hidden' }] });
    expect(await list(ann)).toContain(id);
    expect(await list(ben)).not.toContain(id);
    expect(await list(ben, { search: '[hidden]' })).toEqual([]);
    expect(await list(ben, { search: 'gathering' })).toEqual([]);
    const after = await world.call('qa.getQuestions', { order: 'newest', limit: 1 }, { as: ben });
    expect(after.reply.total).toBe(before);
    const hidden = { code: 'question.unknown' };
    await expect(world.call('qa.getQuestionById', { id }, { as: ben })).rejects.toMatchObject(hidden);
    await expect(world.call('qa.addAnswer', { qid: id, text: 'Me too' }, { as: ben })).rejects.toMatchObject(hidden);
  });
});

test('without a session nothing can be asked or read', async () => {
  await expect(world.call('qa.addQuestion', question())).rejects.toMatchObject({ code: 'session.missing' });
  await expect(world.call('qa.getQuestions', { order: 'newest', limit: 1 })).rejects.toMatchObject({
    code: 'session.missing',
  });
});

test('the entities are the tables', async () => {
  const drift = await world.database.dataSource.driver.createSchemaBuilder().log();
  expect(drift.upQueries.map(({ query }) => query)).toEqual([]);
});
