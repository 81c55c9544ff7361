import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Actor } from '@parlour/contracts/envelope';
import { headLock, hold } from '@parlour/kernel/testing/held-lock';
import { diceOf, seed } from '@parlour/kernel/testing/seed';
import { personOf } from '@parlour/kernel/testing/people';
import { type QaWorld, startQa, unknownId } from '../../testing/qa-world.ts';

let world: QaWorld;
beforeAll(async () => {
  world = await startQa();
});
afterAll(() => world.close());

let ann: Actor, ben: Actor, cay: Actor;
let tests = 0;
beforeEach(() => {
  tests += 1;
  [ann, ben, cay] = [personOf(`Ann${tests}`), personOf(`Ben${tests}`), personOf(`Cay${tests}`)];
});

async function toggle(by: Actor, qid: string): Promise<readonly string[]> {
  return (await world.call('qa.followQuestion', { qid }, { as: by })).reply.following;
}

describe('following a question', () => {
  test('the button toggles; the page names the followers, the viewer first', async () => {
    const qid = await world.ask(ann);
    expect(await toggle(ben, qid)).toEqual([ben.name]);
    expect(await toggle(cay, qid)).toEqual([cay.name, ben.name]);
    expect((await world.read(ann, qid)).following).toEqual([ben.name, cay.name]);
    expect(await toggle(ben, qid)).toEqual([cay.name]);
    expect(await toggle(ben, qid)).toEqual([ben.name, cay.name]);
    expect((await world.read(ann, qid)).following).toEqual([cay.name, ben.name]);
  });

  test('a retry with the same key does not undo it', async () => {
    const qid = await world.ask(ann);
    const first = await world.call('qa.followQuestion', { qid }, { as: ben, key: 'follow-1' });
    expect(await world.call('qa.followQuestion', { qid }, { as: ben, key: 'follow-1' })).toEqual(first);
    expect((await world.read(ann, qid)).following).toEqual([ben.name]);
  });

  test('an unknown question is refused', async () => {
    await expect(toggle(ann, unknownId)).rejects.toMatchObject({ code: 'question.unknown' });
  });

  test('a question that is deleted at that moment is refused', async () => {
    const qid = await world.ask(ann);
    const lock = await hold(world.databases.connections.qa, headLock);
    const following = toggle(ben, qid);
    await lock.waiters(1);
    await lock.also(`update questions set deleted_by = asked_by, deleted_at = now() where id = '${qid}'`);
    await lock.release();
    await expect(following).rejects.toMatchObject({ code: 'question.unknown' });
    expect(await world.sql('select from question_follows where question_id = $1', [qid])).toEqual([]);
  });
});

describe('[Q-1] the order following', () => {
  const following = { order: 'following' } as const;

  test('contains followed questions and those of followed people, newest first and each once', async () => {
    const byBen = await world.ask(ben);
    const byCay = await world.ask(cay);
    const again = await world.ask(ben, { title: 'How do apricots grow?' });
    const own = await world.ask(ann);
    expect(await world.list(ann, following)).toEqual([]);
    await world.follow(ann, ben);
    expect(await world.list(ann, following)).toEqual([again, byBen]);
    await toggle(ann, byCay);
    await toggle(ann, again);
    expect(await world.list(ann, following)).toEqual([again, byCay, byBen]);
    expect(await world.total(ann, following)).toBe(3);
    await toggle(ann, own);
    expect(await world.list(ann, following)).toEqual([own, again, byCay, byBen]);
    await world.unfollow(ann, ben);
    expect(await world.list(ann, following)).toEqual([own, again, byCay]);
    expect(await world.total(ann, following)).toBe(3);
  });

  test('can be searched', async () => {
    const byBen = await world.ask(ben, { title: 'How do cherries grow?', tags: [{ name: `fruit${tests}` }] });
    await world.ask(cay, { title: 'How do cherries taste?' });
    await world.follow(ann, ben);
    for (const search of ['cherr', `[fruit${tests}]`, `[Fruit${tests}] grow`]) {
      expect(await world.list(ann, { ...following, search })).toEqual([byBen]);
      expect(await world.total(ann, { ...following, search })).toBe(1);
    }
    expect(await world.list(cay, { ...following, search: 'cherr' })).toEqual([]);
  });

  test('contains questions for followers until they are hidden', async () => {
    const secret = await world.ask(ben, { onlyFollowers: true });
    await world.follow(ann, ben);
    expect(await world.list(ann, following)).toEqual([secret]);
    expect(await world.total(ann, following)).toBe(1);
    await toggle(ann, secret);
    expect(await world.total(ann, following)).toBe(1);
    await world.unfollow(ann, ben);
    expect(await world.list(ann, following)).toEqual([]);
    expect(await world.total(ann, following)).toBe(0);
  });

  test(`is the same by pages as whole (seed ${seed})`, async () => {
    const dice = diceOf(seed);
    const people = Array.from({ length: 12 }, (_, index) => personOf(`p${tests}-${index}`));
    const followed = people.slice(0, 7);
    for (const person of followed) await world.follow(ann, person);
    const expected: string[] = [];
    for (let round = 0; round < 60; round++) {
      const by = people[dice.below(people.length)] ?? ann;
      const id = await world.ask(by, { onlyFollowers: dice.oneIn(3) && followed.includes(by) });
      const chosen = dice.oneIn(4);
      if (chosen) await toggle(ann, id);
      if (chosen || followed.includes(by)) expected.unshift(id);
    }
    for (const limit of [1, 2, 5, 31]) {
      const paged: string[] = [];
      let cursor: string | undefined;
      do {
        const request = { ...following, limit, ...(cursor === undefined ? {} : { cursor }) };
        const { reply } = await world.call('qa.getQuestions', request, { as: ann });
        expect(reply.total).toBe(expected.length);
        paged.push(...reply.rows.map((row) => row._id));
        cursor = reply.next ?? undefined;
      } while (cursor !== undefined);
      expect(paged).toEqual(expected);
    }
  });
});
