import { personOf } from '@parlour/kernel/testing/people';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { MembershipStatus } from '@parlour/contracts/communities/communities';
import type { Actor } from '@parlour/contracts/envelope';
import { questionOrders } from '@parlour/contracts/qa/qa';
import { hidden, type QaWorld, startQa, unknownId } from '../testing/qa-world.ts';

let world: QaWorld;
let ann: Actor, ben: Actor, fay: Actor;
let tests = 0;
let qid: string, aid: string, cid: string;

beforeAll(async () => {
  world = await startQa();
});
afterAll(() => world.close());

/** A question of Ann with an answer by Ben and a comment by Fay on it. */
beforeEach(async () => {
  tests += 1;
  [ann, ben, fay] = [personOf(`Ann${tests}`), personOf(`Ben${tests}`), personOf(`Fay${tests}`)];
  qid = await world.ask(ann, { title: `Gathering${tests}`, tags: [{ name: `sea${tests}` }, { name: `salt${tests}` }] });
  aid = await world.answer(ben, qid);
  cid = await world.comment(fay, 'answer', aid);
});

const content = (): { title: string; text: string; tags: { name: string }[] } => ({
  title: `Harvest${tests}`,
  text: `A whole **new** text${tests}`,
  tags: [{ name: `sea${tests}` }, { name: `moon${tests}` }],
});
const editQuestion = async (as: Actor, version = 1, changes: object = {}) =>
  (await world.call('qa.editQuestion', { qid, version, ...content(), ...changes }, { as })).reply;
const editAnswer = async (as: Actor, version = 1, text = 'Better.') =>
  (await world.call('qa.editAnswer', { aid, version, text }, { as })).reply;
const editComment = async (as: Actor, version = 1, text = 'Indeed.') =>
  (await world.call('qa.editComment', { cid, version, text }, { as })).reply;

describe('[BE-1] an edited question', () => {
  test('shows its new content on its page, in lists and in searches, and no order changes', async () => {
    await world.read(fay, qid);
    const later = await world.ask(ben, { tags: [{ name: `sea${tests}` }] });
    const orders = async (): Promise<unknown> =>
      Promise.all(questionOrders.map((order) => world.list(fay, { order, search: `[sea${tests}]` })));
    const before = await orders();
    const activity = (await world.call('qa.getQuestions', { order: 'newest', limit: 2 }, { as: fay })).reply.rows[1];
    expect(await editQuestion(ann)).toMatchObject({
      ...content(),
      tags: [{ name: `sea${tests}` }, { name: `moon${tests}` }],
      version: 2,
      editedAt: expect.stringMatching(/Z$/),
      deleted: null,
      answers: [{ _id: aid, version: 1, editedAt: null, comments: [{ _id: cid, version: 1 }] }],
    });
    expect(await world.read(fay, qid)).toMatchObject({ title: `Harvest${tests}`, text: content().text, version: 2 });
    const [, row] = (await world.call('qa.getQuestions', { order: 'newest', limit: 2 }, { as: fay })).reply.rows;
    expect(row).toMatchObject({
      title: `Harvest${tests}`,
      excerpt: `A whole new text${tests}`,
      lastActivity: activity?.lastActivity,
    });
    expect(await orders()).toEqual(before);
    expect(await world.list(fay, { search: `gathering${tests}` })).toEqual([]);
    expect(await world.list(fay, { search: `harvest${tests} text${tests}` })).toEqual([qid]);
    expect(await world.list(fay, { search: `[salt${tests}]` })).toEqual([]);
    expect(await world.list(fay, { search: `[moon${tests}]` })).toEqual([qid]);
    expect(await world.list(fay, { search: `[sea${tests}]` })).toEqual([later, qid]);
    expect(await world.total(fay, { search: `[sea${tests}]` })).toBe(2);
  });

  test('counts for its new tags and no longer for its old ones, also where only some may see it', async () => {
    const counts = async (as: Actor): Promise<unknown> => {
      const { rows, total } = (await world.call('qa.getTags', { limit: 100, order: 'name' }, { as })).reply;
      const own = rows.filter(({ name }) => name.endsWith(`${tests}`));
      return { total, ...Object.fromEntries(own.map(({ name, qcnt }) => [name.replace(/\d+$/, ''), qcnt])) };
    };
    const [before] = [(await world.call('qa.getTags', { limit: 1 }, { as: fay })).reply.total];
    await editQuestion(ann);
    expect(await counts(fay)).toMatchObject({ total: before, sea: 1, moon: 1 });
    expect(await counts(fay)).not.toHaveProperty('salt');
    await editQuestion(ann, 2, { tags: [{ name: `sea${tests}` }] });
    expect(await counts(fay)).toMatchObject({ total: before - 1, sea: 1 });
    qid = await world.ask(ann, { onlyFollowers: true, tags: [{ name: `sea${tests}` }] });
    await editQuestion(ann, 1, { tags: [{ name: `secret${tests}` }] });
    expect(await counts(ann)).toMatchObject({ total: before, sea: 1, secret: 1 });
    expect(await counts(fay)).toMatchObject({ total: before - 1, sea: 1 });
    await editQuestion(ann, 2, { tags: [{ name: `sea${tests}` }] });
    expect(await counts(ann)).toMatchObject({ total: before - 1, sea: 2 });
    expect(await counts(ann)).not.toHaveProperty('secret');
    const named = world.call('qa.getTag', { name: `secret${tests}` }, { as: ann });
    await expect(named).rejects.toMatchObject({ code: 'tag.unknown' });
  });

  test('is sent with its text to everyone who may see it, and to nobody else', async () => {
    await world.follow(fay, ann);
    qid = await world.ask(ann, { onlyFollowers: true });
    const before = (await world.liveMessages()).length;
    await editQuestion(ann);
    expect((await world.liveMessages()).slice(before)).toMatchObject([
      {
        to: [`user:${ann.id}`, `user:${fay.id}`],
        event: 'questionUpdate',
        payload: { _id: qid, title: `Harvest${tests}`, text: content().text, version: 2 },
      },
    ]);
  });

  test('that is equal changes nothing', async () => {
    await editQuestion(ann);
    const [head] = await world.sql<{ position: number }>('select position from head');
    expect(await editQuestion(ann, 1)).toMatchObject({ version: 2 });
    expect(await world.sql('select position from head')).toEqual([head]);
  });
});

describe('[BE-1] of two edits of one version', () => {
  test('one is made, and the other is refused with what is current', async () => {
    const edits = await Promise.allSettled([
      editQuestion(ann, 1, { text: 'One' }),
      editQuestion(ann, 1, { text: 'Two' }),
    ]);
    const made = edits.flatMap((edit) => (edit.status === 'fulfilled' ? [edit.value] : []));
    const refused = edits.flatMap((edit) => (edit.status === 'rejected' ? [edit.reason as unknown] : []));
    expect(made).toHaveLength(1);
    expect(refused).toMatchObject([{ code: 'edit.stale', current: { _id: qid, text: made[0]?.text, version: 2 } }]);
  });

  test('an answer or a comment, the later one is refused with what is current', async () => {
    await editAnswer(ben);
    await expect(editAnswer(ben, 1, 'Other.')).rejects.toMatchObject({
      code: 'edit.stale',
      current: { _id: aid, text: 'Better.', version: 2, comments: [{ _id: cid }] },
    });
    await editComment(fay);
    await expect(editComment(fay, 1, 'Other.')).rejects.toMatchObject({
      code: 'edit.stale',
      current: { _id: cid, text: 'Indeed.', version: 2 },
    });
  });
});

test('[BE-1] an edited answer and comment are on the page, and live for its readers', async () => {
  const before = (await world.liveMessages()).length;
  const answer = await editAnswer(ben);
  expect(answer).toMatchObject({ _id: aid, text: 'Better.', version: 2, comments: [{ _id: cid }] });
  const comment = await editComment(fay);
  expect(comment).toMatchObject({ _id: cid, text: 'Indeed.', version: 2, editedAt: expect.any(String) });
  const page = await world.read(ann, qid);
  expect(page.answers).toEqual([{ ...answer, comments: [comment] }]);
  expect((await world.liveMessages()).slice(before)).toMatchObject([
    { to: ['public'], event: 'answerUpdate', payload: { qid, answer: { _id: aid, text: 'Better.', version: 2 } } },
    { event: 'commentUpdate', payload: { qid, type: 'answer', result: { _id: aid, comments: [comment] } } },
    { event: 'viewsUpdate' },
  ]);
});

describe('[BE-1] the right to edit', () => {
  test('is the author’s alone; who may not see a post learns nothing of it', async () => {
    const [eve, zed] = [personOf(`Eve${tests}`), personOf(`Zed${tests}`)];
    await world.follow(fay, ann);
    await world.follow(ben, ann);
    qid = await world.ask(ann, { onlyFollowers: true });
    aid = await world.answer(ben, qid);
    cid = await world.comment(fay, 'question', qid);
    const notAuthor = { code: 'edit.notAuthor' };
    await expect(editQuestion(fay)).rejects.toMatchObject(notAuthor);
    await expect(editAnswer(ann)).rejects.toMatchObject(notAuthor);
    await expect(editComment(ann)).rejects.toMatchObject(notAuthor);
    await world.unfollow(ben, ann);
    for (const person of [eve, zed, ben]) {
      await expect(editQuestion(person)).rejects.toMatchObject(hidden);
      await expect(editAnswer(person)).rejects.toMatchObject({ code: 'answer.unknown' });
      await expect(editComment(person)).rejects.toMatchObject({ code: 'comment.unknown' });
    }
    qid = unknownId;
    await expect(editQuestion(ann)).rejects.toMatchObject(hidden);
  });

  test('ends with a ban from the community, and rests while it is closed', async () => {
    const communityId = personOf(`community${tests}`).id;
    const stand = (standing: MembershipStatus): Promise<void> => {
      const data = { communityId, userId: ann.id, before: 'none', standing, reason: 'joined', by: null } as const;
      return world.communities({ type: 'StandingChanged', data });
    };
    await world.communities({
      type: 'CommunityCreated',
      data: { communityId, name: `Salt${tests}`, description: '', visibility: 'private', ownerId: fay.id },
    });
    await stand('member');
    qid = await world.ask(ann, { communityId });
    expect(await editQuestion(ann)).toMatchObject({ version: 2 });
    await stand('banned');
    await expect(editQuestion(ann, 2, { text: 'More' })).rejects.toMatchObject(hidden);
    await stand('member');
    await world.communities({ type: 'CommunityClosed', data: { communityId, by: null } });
    await expect(editQuestion(ann, 2, { text: 'More' })).rejects.toMatchObject({ code: 'community.closed' });
  });
});

describe('[BE-2, Q-19] the history of a post', () => {
  const history = async (as: Actor) => (await world.call('qa.questionHistory', { qid }, { as })).reply;

  test('has every version, the newest first, with its author and time', async () => {
    await editQuestion(ann);
    await editAnswer(ben);
    expect(await history(fay)).toMatchObject([
      { ...content(), tags: content().tags, version: 2, by: ann.name, at: expect.stringMatching(/Z$/) },
      {
        title: `Gathering${tests}`,
        version: 1,
        by: ann.name,
        tags: [{ name: `sea${tests}` }, { name: `salt${tests}` }],
      },
    ]);
    const ofAnswer = (await world.call('qa.answerHistory', { aid }, { as: fay })).reply;
    expect(ofAnswer).toEqual([
      { version: 2, text: 'Better.', by: ben.name, at: expect.any(String) },
      { version: 1, text: 'Because.', by: ben.name, at: expect.any(String) },
    ]);
  });

  test('is for those who may read it; of a deleted post, for whoever can restore it', async () => {
    await world.call('qa.deleteAnswer', { aid }, { as: ben });
    const ofAnswer = (as: Actor) => world.call('qa.answerHistory', { aid }, { as });
    expect((await ofAnswer(ben)).reply).toHaveLength(1);
    await expect(ofAnswer(ann)).rejects.toMatchObject({ code: 'answer.unknown' });
    await world.call('qa.deleteQuestion', { qid }, { as: ann });
    expect(await history(ann)).toHaveLength(1);
    await expect(history(fay)).rejects.toMatchObject(hidden);
    qid = await world.ask(ann, { onlyFollowers: true });
    aid = await world.answer(ann, qid);
    await expect(history(fay)).rejects.toMatchObject(hidden);
    await expect(ofAnswer(fay)).rejects.toMatchObject({ code: 'answer.unknown' });
  });
});
