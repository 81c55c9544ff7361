import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Actor } from '@parlour/contracts/envelope';
import { deletedUserName } from '@parlour/contracts/limits';
import { postsToDescribe } from '@parlour/contracts/qa/tag-descriptions';
import { eventTypes } from '@parlour/contracts/event-types';
import { rebuildView } from '@parlour/kernel/view/rebuild';
import { readTables } from '@parlour/kernel/testing/view-contract';
import { personOf } from '@parlour/kernel/testing/people';
import { type QaWorld, startQa } from '../testing/qa-world.ts';
import { tagView } from './tag.projection.ts';

let world: QaWorld;
let ann: Actor, ben: Actor, fay: Actor;
let tag: string;
let tests = 0;

beforeAll(async () => {
  world = await startQa();
});
afterAll(() => world.close());

/** A tag of five questions by Ann, to which Ben gave four answers. */
beforeEach(async () => {
  tests += 1;
  [ann, ben, fay] = [personOf(`Ann${tests}`), personOf(`Ben${tests}`), personOf(`Fay${tests}`)];
  tag = `Sea${tests}`;
  for (let each = 1; each <= postsToDescribe; each++) {
    const qid = await world.ask(ann, { tags: [{ name: tag, description: 'Salt water' }] });
    if (each > 1) await world.answer(ben, qid);
  }
});

const describeTag = async (as: Actor, text: string, version = 1) =>
  (await world.call('qa.describeTag', { tag: tag.toLowerCase(), text, version }, { as })).reply;
const history = async (as: Actor) => (await world.call('qa.tagHistory', { name: tag }, { as })).reply;
const read = async (as: Actor) => (await world.call('qa.getTag', { name: tag }, { as })).reply;

describe('[BW-5] a tag’s description', () => {
  test('is changed for everybody, in the list and in searches too, with a history', async () => {
    expect(await describeTag(ann, ' All the brine. ')).toEqual({
      name: tag,
      description: 'All the brine.',
      version: 2,
      editedAt: expect.stringMatching(/Z$/),
    });
    expect(await read(fay)).toMatchObject({ description: 'All the brine.', version: 2 });
    const list = (await world.call('qa.getTags', { limit: 10, search: tag }, { as: fay })).reply.rows;
    expect(list).toEqual([{ name: tag, description: 'All the brine.', qcnt: 5 }]);
    const found = await world.call('qa.search', { type: 'tags', q: 'brine', order: 'best', limit: 5 }, { as: fay });
    expect(found.reply.rows).toMatchObject([{ title: tag }]);
    await describeTag(ann, 'Salt and fish.', 2);
    expect(await history(fay)).toEqual({
      mayEdit: false,
      versions: [
        { version: 3, text: 'Salt and fish.', by: ann.name, at: expect.stringMatching(/Z$/) },
        { version: 2, text: 'All the brine.', by: ann.name, at: expect.any(String) },
        { version: 1, text: 'Salt water', by: null, at: null },
      ],
    });
  });

  test('[EV-26] is told of to those who may see a question with the tag, once', async () => {
    const told = async () => (await world.liveMessages()).filter(({ event }) => event === 'tagUpdate').slice(-1);
    await describeTag(ann, 'Brine');
    const message = { event: 'tagUpdate', payload: { name: tag }, position: expect.any(Number) };
    expect(await told()).toEqual([{ ...message, to: ['public'] }]);
    const secret = `Secret${tests}`;
    await world.identity({ type: 'UserFollowed', data: { followerId: ben.id, followedId: ann.id } });
    for (let each = 0; each < postsToDescribe; each++) {
      await world.ask(ann, { tags: [{ name: secret }], onlyFollowers: true });
    }
    await world.call('qa.describeTag', { tag: secret, text: 'For few', version: 1 }, { as: ann });
    const to = [`user:${ann.id}`, `user:${ben.id}`];
    expect(await told()).toEqual([{ ...message, payload: { name: secret }, to: expect.arrayContaining(to) }]);
    expect((await told())[0]?.to).toHaveLength(2);
  });

  test('is changed by those with five posts, answers included and deleted ones not, and by operators', async () => {
    const refused = { code: 'tag.posts' };
    await expect(describeTag(ben, 'Brine')).rejects.toMatchObject(refused);
    expect(await history(ben)).toMatchObject({ mayEdit: false });
    const qid = await world.ask(fay, { tags: [{ name: tag }] });
    const aid = await world.answer(ben, qid);
    expect(await history(ben)).toMatchObject({ mayEdit: true });
    await world.call('qa.deleteAnswer', { aid }, { as: ben });
    await expect(describeTag(ben, 'Brine')).rejects.toMatchObject(refused);
    await world.call('qa.restoreAnswer', { aid }, { as: ben });
    expect(await describeTag(ben, 'Brine')).toMatchObject({ version: 2 });
    await expect(describeTag(fay, 'Fish', 2)).rejects.toMatchObject(refused);
    await world.identity({ type: 'OperatorAdded', data: { userId: fay.id } });
    expect(await describeTag(fay, 'Fish', 2)).toMatchObject({ version: 3 });
  });

  test('of two changes of one version, the later one is refused with what is current', async () => {
    await describeTag(ann, 'Brine');
    await expect(describeTag(ann, 'Fish')).rejects.toMatchObject({
      code: 'edit.stale',
      current: { name: tag, description: 'Brine', version: 2 },
    });
    expect(await describeTag(ann, 'Brine')).toMatchObject({ version: 2 });
  });

  test('is unknown to those who may not see a question with the tag', async () => {
    tag = `secret${tests}`;
    for (let each = 1; each <= 5; each++) await world.ask(ann, { tags: [{ name: tag }], onlyFollowers: true });
    await expect(history(fay)).rejects.toMatchObject({ code: 'tag.unknown' });
    await expect(describeTag(fay, 'Brine')).rejects.toMatchObject({ code: 'tag.unknown' });
    expect(await describeTag(ann, 'Brine')).toMatchObject({ version: 2 });
    const letters = describeTag(ann, 'Brine\0', 2);
    await expect(letters).rejects.toMatchObject({ code: 'request.illFormedText' });
  });

  test('[BM-62, M-33] tells nothing of when it stood only under questions that the viewer may not see', async () => {
    tag = `merger${tests}`;
    await world.follow(ben, ann);
    for (let each = 1; each <= 5; each++) {
      await world.ask(ann, { tags: [{ name: tag, description: 'Nobody knows' }], onlyFollowers: true });
    }
    await describeTag(ann, 'Of two');
    await describeTag(ann, 'Of three', 2);
    await expect(history(fay)).rejects.toMatchObject({ code: 'tag.unknown' });
    await world.ask(fay, { tags: [{ name: tag.toUpperCase() }] });
    const inForce = { version: 3, text: 'Of three', by: null, at: null };
    expect((await history(fay)).versions).toEqual([inForce]);
    await describeTag(ann, 'Of four', 3);
    const later = { version: 4, text: 'Of four', by: ann.name, at: expect.any(String) };
    expect((await history(fay)).versions).toEqual([later, inForce]);
    // Her followers read the whole of it.
    expect((await history(ben)).versions.map(({ version, by }) => [version, by])).toEqual([
      [4, ann.name],
      [3, ann.name],
      [2, ann.name],
      [1, null],
    ]);
    await world.identity({ type: 'UserDeleted', data: { userId: ann.id } });
    expect((await history(fay)).versions[0]).toMatchObject({ version: 4, by: deletedUserName });
  });

  test('[BM-62] begins for others when an edit gives the tag to a question that they may see', async () => {
    tag = `merger${tests}`;
    const other = { name: `other${tests}` };
    const open = await world.ask(fay, { tags: [other] });
    for (let each = 1; each <= 5; each++) await world.ask(ann, { tags: [{ name: tag }], onlyFollowers: true });
    await describeTag(ann, 'Of two');
    const edited = {
      qid: open,
      title: 'Open',
      text: 'Open',
      version: 1,
      tags: [other, { name: tag, description: '' }],
    };
    await world.call('qa.editQuestion', edited, { as: fay });
    expect((await history(fay)).versions).toEqual([{ version: 2, text: 'Of two', by: null, at: null }]);
    await describeTag(ann, 'Of three', 2);
    // An edit that leaves the tag changes nothing.
    await world.call('qa.editQuestion', { ...edited, version: 2, text: 'Still open' }, { as: fay });
    expect((await history(fay)).versions.map(({ by }) => by)).toEqual([ann.name, null]);
  });

  test('a rebuilt read model has the same ones', async () => {
    await describeTag(ann, 'Brine');
    const served = await readTables(world.database, tagView.tables);
    const feed = async (after: number, limit: number) => (await world.call('qa.feed', { after, limit })).reply;
    await rebuildView(tagView, true, world.database, feed, eventTypes.qa);
    expect(await readTables(world.database, tagView.tables)).toEqual(served);
  });
});
