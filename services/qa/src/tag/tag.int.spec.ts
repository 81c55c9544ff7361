import { personOf } from '@parlour/kernel/testing/people';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Actor } from '@parlour/contracts/envelope';
import { messages } from '@parlour/contracts/messages';
import type { TagCountWire } from '@parlour/contracts/qa/qa';
import type { GetTags } from '@parlour/contracts/qa/qa.requests';
import { type QaWorld, startQa } from '../testing/qa-world.ts';

const [ann, ben, cay] = [personOf('Ann'), personOf('Ben'), personOf('Cay')];

let world: QaWorld;
beforeAll(async () => {
  world = await startQa();
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.sql('truncate tags, tag_counts, tag_totals, question_tags, follows');
});

async function ask(by: Actor, names: string, onlyFollowers = false): Promise<string> {
  const tags = names.split(' ').map((name) => ({ name, description: `${name} by ${by.name}` }));
  return world.ask(by, { tags, onlyFollowers });
}

/** All pages, as `name count`, and the total of each page. */
async function listed(
  as: Actor,
  limit = 100,
  filter: Pick<GetTags, 'search' | 'order'> = {},
): Promise<{ lines: string[]; totals: number[] }> {
  const rows: TagCountWire[] = [];
  const totals: number[] = [];
  let cursor: string | undefined;
  do {
    const request = { limit, ...filter, ...(cursor === undefined ? {} : { cursor }) };
    const { reply } = await world.call('qa.getTags', request, { as });
    rows.push(...reply.rows);
    totals.push(reply.total);
    cursor = reply.next ?? undefined;
  } while (cursor !== undefined);
  return { lines: rows.map((row) => `${row.name} ${row.qcnt}`), totals: [...new Set(totals)] };
}

describe('tags', () => {
  test('have descriptions and counts, the most used first, then by name', async () => {
    await ask(ann, 'Sea salt');
    await ask(ben, 'SEA moon');
    const { reply } = await world.call('qa.getTags', { limit: 10 }, { as: cay });
    expect(reply).toEqual({
      rows: [
        { name: 'Sea', description: 'Sea by Ann', qcnt: 2 },
        { name: 'moon', description: 'moon by Ben', qcnt: 1 },
        { name: 'salt', description: 'salt by Ann', qcnt: 1 },
      ],
      total: 3,
      next: null,
    });
  });

  test('count only questions visible to the viewer, and are omitted without any', async () => {
    await ask(ann, 'sea');
    await ask(ann, 'sea secret', true);
    await ask(ann, 'secret', true);
    await ask(ben, 'moon');
    await world.follow(cay, ann);
    expect(await listed(ben)).toEqual({ lines: ['moon 1', 'sea 1'], totals: [2] });
    const insider = { lines: ['sea 2', 'secret 2', 'moon 1'], totals: [3] };
    expect(await listed(ann)).toEqual(insider);
    expect(await listed(cay)).toEqual(insider);
    await world.unfollow(cay, ann);
    expect(await listed(cay)).toEqual({ lines: ['moon 1', 'sea 1'], totals: [2] });
  });

  test('are the same by pages as whole, with the viewer’s own counts in order', async () => {
    for (const names of ['a b c d', 'a b c', 'a e', 'f g']) await ask(ben, names);
    await ask(ann, 'g h d', true);
    await ask(ann, 'g h', true);
    const whole = ['a 3', 'g 3', 'b 2', 'c 2', 'd 2', 'h 2', 'e 1', 'f 1'];
    for (const limit of [1, 2, 3, 100]) expect(await listed(ann, limit)).toEqual({ lines: whole, totals: [8] });
    const others = ['a 3', 'b 2', 'c 2', 'd 1', 'e 1', 'f 1', 'g 1'];
    for (const limit of [1, 2, 3]) expect(await listed(cay, limit)).toEqual({ lines: others, totals: [7] });
  });

  test('[T-5] are found by a part of their names in any case, and counted', async () => {
    await ask(ben, 'Sea seaside moon');
    await ask(ann, 'overseas', true);
    const found = { lines: ['Sea 1', 'seaside 1'], totals: [2] };
    expect(await listed(ben, 100, { search: 'SEA' })).toEqual(found);
    expect(await listed(ben, 1, { search: 'sea' })).toEqual(found);
    expect(await listed(ann, 1, { search: 'sea' })).toEqual({ lines: ['overseas 1', ...found.lines], totals: [3] });
    expect(await listed(ben, 100, { search: '%' })).toEqual({ lines: [], totals: [0] });
  });

  test('are ordered by name, by pages too', async () => {
    for (const names of ['b a', 'b C', 'b']) await ask(ben, names);
    await ask(ann, 'c d', true);
    const named = { lines: ['a 1', 'b 3', 'C 2', 'd 1'], totals: [4] };
    for (const limit of [1, 3, 100]) expect(await listed(ann, limit, { order: 'name' })).toEqual(named);
    expect(await listed(cay, 1, { order: 'name' })).toEqual({ lines: ['a 1', 'b 3', 'C 1'], totals: [3] });
    expect((await listed(ann, 1, { order: 'name', search: 'c' })).lines).toEqual(['C 2']);
  });

  test.each(['x', '3', '-1.a', '1; select', '.a'])('refuse the cursor %j, which no list returned', async (cursor) => {
    await expect(world.call('qa.getTags', { limit: 1, cursor }, { as: ann })).rejects.toMatchObject({
      code: 'request.invalid',
    });
  });
});

describe('one tag', () => {
  test('is found in any case, and returned in its own spelling', async () => {
    await ask(ann, 'C++ a/b');
    const { reply } = await world.call('qa.getTag', { name: 'c++' }, { as: ben });
    expect(reply).toEqual({ name: 'C++', description: 'C++ by Ann', version: 1, editedAt: null });
    expect((await world.call('qa.getTag', { name: 'A/B' }, { as: ben })).reply.name).toBe('a/b');
  });

  test('is unknown if it is unused, or all its questions are hidden', async () => {
    await ask(ann, 'secret', true);
    const unknown = { code: 'tag.unknown', message: messages.tagUnknown };
    await expect(world.call('qa.getTag', { name: 'nothing' }, { as: ben })).rejects.toMatchObject(unknown);
    await expect(world.call('qa.getTag', { name: 'secret' }, { as: ben })).rejects.toMatchObject(unknown);
    expect((await world.call('qa.getTag', { name: 'secret' }, { as: ann })).reply.name).toBe('secret');
    await world.follow(ben, ann);
    expect((await world.call('qa.getTag', { name: 'secret' }, { as: ben })).reply.name).toBe('secret');
  });
});

describe('the list of a tag', () => {
  test('is newest first, by pages, each question once for several tags; its total is the tag’s count', async () => {
    const ids = [
      await ask(ann, 'ocean brine'),
      await ask(ben, 'OCEAN'),
      await ask(ann, 'ocean moon', true),
      await ask(ben, 'brine'),
    ];
    const [first, second, secret, fourth] = ids;
    expect(await world.list(ben, { search: '[ocean]' })).toEqual([second, first]);
    expect(await world.total(ben, { search: '[ocean]' })).toBe(2);
    expect(await world.list(ann, { search: '[Ocean]' })).toEqual([secret, second, first]);
    expect(await world.total(ann, { search: '[ocean]' })).toBe(3);
    expect(await world.list(ann, { search: '[ocean] [brine] [ocean]' })).toEqual([fourth, secret, second, first]);
    expect(await world.total(ann, { search: '[ocean] [brine]' })).toBe(4);
    expect(await world.list(ann, { search: '[nothing]' })).toEqual([]);
    expect(await world.total(ann, { search: '[nothing]' })).toBe(0);
    const page = await world.call(
      'qa.getQuestions',
      { order: 'newest', search: '[ocean] [brine]', limit: 2 },
      { as: ben },
    );
    expect(page.reply.rows.map((row) => row._id)).toEqual([fourth, second]);
    const next = { order: 'newest', search: '[ocean] [brine]', limit: 2, cursor: page.reply.next ?? '' } as const;
    expect((await world.call('qa.getQuestions', next, { as: ben })).reply).toMatchObject({
      rows: [{ _id: first }],
      next: null,
    });
  });

  test.each(['a"b', "a'b", '%', 'a:b'])(
    'finds the tag %j by its name, although searches and SQL give its signs a meaning',
    async (tag) => {
      const id = await ask(ann, tag);
      await ask(ben, 'a b');
      expect(await world.list(cay, { tag: tag.toUpperCase() })).toEqual([id]);
      expect(await world.total(cay, { tag })).toBe(1);
    },
  );
});
