import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { eventTypes } from '@parlour/contracts/event-types';
import type { Actor } from '@parlour/contracts/envelope';
import { questionOrders } from '@parlour/contracts/qa/qa';
import { readTables } from '@parlour/kernel/testing/view-contract';
import { rebuildView } from '@parlour/kernel/view/rebuild';
import { personOf } from '@parlour/kernel/testing/people';
import { qaDefinition } from '../qa.module.ts';
import { hidden, type QaWorld, startQa } from '../testing/qa-world.ts';

let world: QaWorld;
let ann: Actor, ben: Actor, fay: Actor;
let tests = 0;
let qid: string;

beforeAll(async () => {
  world = await startQa();
});
afterAll(() => world.close());

beforeEach(async () => {
  tests += 1;
  [ann, ben, fay] = [personOf(`Ann${tests}`), personOf(`Ben${tests}`), personOf(`Fay${tests}`)];
  // Everybody acts once, so that their names are known.
  for (const person of [ben, fay]) await world.ask(person, { tags: [{ name: `sea${tests}` }] });
  qid = await world.ask(ann, {
    title: `Gathering${tests}`,
    text: `Whispered${tests}`,
    tags: [{ name: `sea${tests}` }, { name: `rare${tests}` }],
  });
});

const remove = {
  question: async (as: Actor, id = qid) => (await world.call('qa.deleteQuestion', { qid: id }, { as })).reply,
  answer: async (as: Actor, aid: string) => (await world.call('qa.deleteAnswer', { aid }, { as })).reply,
  comment: async (as: Actor, cid: string) => (await world.call('qa.deleteComment', { cid }, { as })).reply,
};
const restore = {
  question: async (as: Actor, id = qid) => (await world.call('qa.restoreQuestion', { qid: id }, { as })).reply,
  answer: async (as: Actor, aid: string) => (await world.call('qa.restoreAnswer', { aid }, { as })).reply,
  comment: async (as: Actor, cid: string) => (await world.call('qa.restoreComment', { cid }, { as })).reply,
};
const byAuthor = { by: 'author', reason: null };

/** Everything that shows or counts a question, apart from its page. */
async function seen(as: Actor): Promise<unknown> {
  const orders: Record<string, unknown> = {};
  for (const order of questionOrders) {
    orders[order] = [(await world.list(as, { order })).includes(qid), await world.total(as, { order })];
  }
  const tags = (await world.call('qa.getTags', { limit: 100 }, { as })).reply;
  return {
    ...orders,
    word: await world.total(as, { search: `gathering${tests}` }),
    tag: await world.total(as, { search: `[sea${tests}]` }),
    tagAndOrder: await world.list(as, { search: `[sea${tests}]`, order: 'mostViewed' }),
    ofAuthor: await world.total(as, { author: ann.name }),
    tags: [tags.total, tags.rows.filter(({ name }) => name.endsWith(`${tests}`))],
    contributions: (await world.call('qa.contributions', { username: ann.name }, { as })).reply.total,
    ofAnswerer: (await world.call('qa.contributions', { username: ben.name }, { as })).reply.total,
  };
}

describe('[BE-3] a deleted question', () => {
  test('without anything of others is gone for everyone but its author, who can restore it', async () => {
    const before = await seen(fay);
    expect(await remove.question(ann)).toMatchObject({ _id: qid, title: '', text: '', tags: [], deleted: byAuthor });
    expect(await seen(fay)).toMatchObject({ word: 0, tag: 2, ofAuthor: 0, contributions: 0 });
    expect(await seen(ann)).toMatchObject({ newest: [false, expect.any(Number)], word: 0, tag: 2, contributions: 0 });
    await expect(world.read(fay, qid)).rejects.toMatchObject(hidden);
    expect(await world.read(ann, qid)).toMatchObject({ title: '', text: '', excerpt: '', deleted: byAuthor });
    await expect(world.answer(ann, qid)).rejects.toMatchObject(hidden);
    await expect(world.vote(ann, qid, 'up')).rejects.toMatchObject(hidden);
    await expect(world.comment(ann, 'question', qid)).rejects.toMatchObject(hidden);
    expect(await restore.question(ann)).toMatchObject({ title: `Gathering${tests}`, deleted: null });
    expect(await seen(fay)).toEqual(before);
    expect(await world.list(fay, { search: `whispered${tests}` })).toEqual([qid]);
  });

  test('with an answer of somebody else leaves its page, without its text', async () => {
    const aid = await world.answer(ben, qid);
    const before = await seen(fay);
    await remove.question(ann);
    const page = await world.read(fay, qid);
    expect(page).toMatchObject({
      title: '',
      text: '',
      tags: [],
      deleted: byAuthor,
      answers: [{ _id: aid, text: 'Because.' }],
    });
    expect(await seen(fay)).toMatchObject({ word: 0, ofAuthor: 0, ofAnswerer: 2 });
    await remove.answer(ben, aid);
    await expect(world.read(fay, qid)).rejects.toMatchObject(hidden);
    await restore.answer(ben, aid);
    await restore.question(ann);
    expect(await seen(fay)).toEqual({
      ...(before as object),
      mostViewed: expect.anything(),
      tagAndOrder: expect.anything(),
    });
  });

  describe('takes the answers of its author along', () => {
    let own: string;
    beforeEach(async () => {
      own = await world.answer(ann, qid);
      await world.answer(ann, await world.ask(ben));
    });

    /** How many of Ann's answers are listed, which must be their total, and her contributions. */
    const ofAnn = async (as: Actor): Promise<[answers: number, contributions: number]> => {
      const { rows, total } = (await world.call('qa.getAnswersOf', { username: ann.name, limit: 100 }, { as })).reply;
      expect(total).toBe(rows.length);
      return [total, (await world.call('qa.contributions', { username: ann.name }, { as })).reply.total];
    };

    test('from all that others count, but not from her own', async () => {
      expect(await ofAnn(fay)).toEqual([2, 3]);
      await remove.question(ann);
      expect(await ofAnn(fay)).toEqual([1, 1]);
      expect(await ofAnn(ann)).toEqual([2, 2]);
      await restore.question(ann);
      expect(await ofAnn(fay)).toEqual([2, 3]);
    });

    test('in any order in which both are deleted and restored', async () => {
      const counted = async () => ({ others: await ofAnn(fay), own: await ofAnn(ann) });
      await remove.question(ann);
      await remove.answer(ann, own);
      expect(await counted()).toEqual({ others: [1, 1], own: [1, 1] });
      await restore.question(ann);
      expect(await counted()).toEqual({ others: [1, 2], own: [1, 2] });
      await remove.question(ann);
      await restore.answer(ann, own);
      expect(await counted()).toEqual({ others: [1, 1], own: [2, 2] });
      await restore.question(ann);
      expect(await counted()).toEqual({ others: [2, 3], own: [2, 3] });
    });

    test('only while others have nothing there', async () => {
      const cid = await world.comment(ben, 'answer', own);
      await remove.question(ann);
      expect(await ofAnn(fay)).toEqual([2, 2]);
      await remove.comment(ben, cid);
      expect(await ofAnn(fay)).toEqual([1, 1]);
      await restore.comment(ben, cid);
      expect(await ofAnn(fay)).toEqual([2, 2]);
    });

    test('and nothing from those who could not see it', async () => {
      const secret = await world.ask(ann, { onlyFollowers: true });
      await world.answer(ann, secret);
      await remove.question(ann, secret);
      expect(await ofAnn(fay)).toEqual([2, 3]);
    });
  });

  test('is deleted and restored by its author only; who may not see it learns nothing', async () => {
    await expect(remove.question(ben)).rejects.toMatchObject({ code: 'edit.notAuthor' });
    await remove.question(ann);
    await expect(restore.question(ben)).rejects.toMatchObject(hidden);
    await expect(remove.question(ben)).rejects.toMatchObject(hidden);
    await restore.question(ann);
    const secret = await world.ask(ann, { onlyFollowers: true });
    await expect(remove.question(ben, secret)).rejects.toMatchObject(hidden);
  });

  test('is sent without its text to its readers, and with it when it is restored', async () => {
    const before = (await world.liveMessages()).length;
    await remove.question(ann);
    await world.liveMessages();
    await restore.question(ann);
    expect((await world.liveMessages()).slice(before)).toMatchObject([
      { to: ['public'], event: 'questionUpdate', payload: { _id: qid, title: '', text: '', deleted: byAuthor } },
      { event: 'questionUpdate', payload: { _id: qid, text: `Whispered${tests}`, deleted: null } },
    ]);
  });
});

describe('[BE-3] a deleted answer', () => {
  test('is gone unless others commented on it; its author sees its place', async () => {
    const aid = await world.answer(ben, qid, `Murmur${tests}`);
    expect(await remove.answer(ben, aid)).toMatchObject({ _id: aid, text: '', deleted: byAuthor });
    expect(await world.read(fay, qid)).toMatchObject({ answers: [], answerCount: 0 });
    expect((await world.read(ben, qid)).answers).toMatchObject([{ _id: aid, text: '', deleted: byAuthor }]);
    expect(await world.list(fay, { order: 'unanswered' })).toContain(qid);
    await expect(restore.answer(fay, aid)).rejects.toMatchObject({ code: 'answer.unknown' });
    expect(await restore.answer(ben, aid)).toMatchObject({ text: `Murmur${tests}`, deleted: null });
    expect(await world.list(fay, { order: 'unanswered' })).not.toContain(qid);
    await world.comment(fay, 'answer', aid);
    await remove.answer(ben, aid);
    const [left] = (await world.read(ann, qid)).answers;
    expect(left).toMatchObject({ _id: aid, text: '', deleted: byAuthor, comments: [{ commentBy: fay.name }] });
    await expect(world.comment(fay, 'answer', aid)).rejects.toMatchObject({ code: 'answer.unknown' });
    await expect(remove.answer(fay, aid)).rejects.toMatchObject({ code: 'edit.notAuthor' });
  });
});

describe('[BE-3] a deleted comment', () => {
  test('is gone for everyone but its author', async () => {
    const cid = await world.comment(ben, 'question', qid, `Hint${tests}`);
    await expect(remove.comment(ann, cid)).rejects.toMatchObject({ code: 'edit.notAuthor' });
    expect(await remove.comment(ben, cid)).toMatchObject({ _id: cid, text: '', deleted: byAuthor });
    expect((await world.read(fay, qid)).comments).toEqual([]);
    expect((await world.read(ben, qid)).comments).toMatchObject([{ _id: cid, text: '' }]);
    await expect(restore.comment(fay, cid)).rejects.toMatchObject({ code: 'comment.unknown' });
    expect(await restore.comment(ben, cid)).toMatchObject({ text: `Hint${tests}`, deleted: null });
    expect((await world.read(fay, qid)).comments).toMatchObject([{ _id: cid }]);
  });
});

describe('[BE-3] deleting the last post of others in a deleted place is published', () => {
  const gone = { text: '', deleted: byAuthor };
  /** The live messages of an act. */
  const published = async (act: () => Promise<unknown>) => {
    const before = (await world.liveMessages()).length;
    await act();
    return (await world.liveMessages()).slice(before);
  };

  test('a comment on an answer', async () => {
    const aid = await world.answer(ann, await world.ask(fay));
    const [own, cid] = [await world.comment(ann, 'answer', aid), await world.comment(ben, 'answer', aid)];
    await remove.answer(ann, aid);
    expect(await published(() => remove.comment(ben, cid))).toMatchObject([
      { to: ['public'], event: 'commentUpdate', payload: { result: { _id: aid, comments: [{ _id: cid, ...gone }] } } },
    ]);
    // Others don't see the place any more.
    expect(await published(() => remove.comment(ann, own))).toEqual([]);
  });

  test('a comment on a question', async () => {
    const cid = await world.comment(ben, 'question', qid);
    await remove.question(ann);
    expect(await published(() => remove.comment(ben, cid))).toMatchObject([
      { to: ['public'], event: 'commentUpdate', payload: { result: { _id: qid, comments: [{ _id: cid, ...gone }] } } },
    ]);
  });

  test('an answer', async () => {
    const [own, aid] = [await world.answer(ann, qid), await world.answer(ben, qid)];
    await remove.question(ann);
    expect(await published(() => remove.answer(ben, aid))).toMatchObject([
      { to: ['public'], event: 'answerUpdate', payload: { qid, isChange: true, answer: { _id: aid, ...gone } } },
      { to: ['public'], event: 'questionUpdate', payload: { _id: qid, title: '', excerpt: '', deleted: byAuthor } },
    ]);
    expect(await published(() => remove.answer(ann, own))).toEqual([]);
  });
});

test('[BE-1, BE-3] rebuilt read models equal those that edits and deletions made', async () => {
  const aid = await world.answer(ben, qid);
  const cid = await world.comment(fay, 'answer', aid);
  await world.call(
    'qa.editQuestion',
    { qid, version: 1, title: 'New', text: 'New', tags: [{ name: 'new' }] },
    { as: ann },
  );
  await world.call('qa.editAnswer', { aid, version: 1, text: 'New' }, { as: ben });
  await world.call('qa.editComment', { cid, version: 1, text: 'New' }, { as: fay });
  await remove.comment(fay, cid);
  await remove.answer(ben, aid);
  await remove.question(ann);
  await restore.answer(ben, aid);
  const own = qaDefinition.views.filter((view) => view.source === 'qa');
  const tables = own.flatMap((view) => view.tables);
  const served = await readTables(world.database, tables);
  const feed = async (after: number, limit: number) => (await world.call('qa.feed', { after, limit })).reply;
  for (const view of own) await rebuildView(view, true, world.database, feed, eventTypes.qa);
  expect(await readTables(world.database, tables)).toEqual(served);
});
