import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { FoundOrder, FoundType } from '@parlour/contracts/search/found';
import { limits } from '@parlour/contracts/limits';
import { hold } from '@parlour/kernel/testing/held-lock';
import { personOf } from '@parlour/kernel/testing/people';
import { fillQuestions, reader } from '../testing/many-questions.ts';
import { type QaWorld, startQa } from '../testing/qa-world.ts';

let world: QaWorld;
beforeAll(async () => {
  world = await startQa();
  await fillQuestions(world, 4_000);
  // The long ones are together longer than what one search looks into.
  const more = `insert into answers (id, question_id, position, text, answered_by, answered_at)
    select $1 || n, id, 20000 + n, $2, $1, now()
      from generate_series(1, $3::int) n cross join (select id from questions where answer_count > 0 limit 1) q`;
  await world.sql(more, ['person5', 'tide '.repeat(6_000), 200]);
  await world.sql(more, ['person6', 'The low moon', 3]);
  await world.sql(more, ['person7', `${'sand '.repeat(5_999)}kelp`, 10]);
  // Counts the texts whose words searches read. Functions of indexes and excerpts keep calling the
  // one that they were made with.
  await world.sql('create sequence texts_read');
  await world.sql('alter function search_vector(text) rename to search_vector_uncounted');
  await world.sql(`create function search_vector(source text) returns tsvector language plpgsql immutable strict cost 400 as
    $$ begin perform nextval('texts_read'); return search_vector_uncounted(source); end $$`);
});
afterAll(() => world.close());

/** How much was found, and how many texts were read for it. */
async function read(
  q: string,
  type: FoundType,
  order: FoundOrder = 'newest',
): Promise<{ total: number; texts: number }> {
  await world.sql(`select setval('texts_read', 1, false)`);
  const request = { q, type, order, limit: 1 };
  const { reply } = await world.call('qa.search', request, { as: reader });
  const [read] = await world.sql<{ texts: number }>(`select last_value as texts from texts_read where is_called`);
  return { total: reply.total, texts: read?.texts ?? 0 };
}

const unwanted = (words: number): string => Array.from({ length: words }, (_, n) => `-q${n}`).join(' ');

describe('[BF-1] a search that has to look into texts', () => {
  test.each<readonly [q: string, type: FoundType]>([
    ['[common]', 'questions'],
    ['user:"person 0"', 'answers'],
    ['[common]', 'answers'],
    ['user:"person 1"', 'comments'],
    ['tag77', 'tags'],
    ['"low moon"', 'answers'],
  ])('%s in %s: reads each once, however many words must not be there', async (q, type) => {
    const few = await read(`${q} ${unwanted(1)}`, type);
    const many = await read(`${q} ${unwanted(20)}`, type);
    expect(few.total).toBeGreaterThan(0);
    expect(many).toEqual({ total: few.total, texts: few.texts + 19 });
  });

  // None of what they read matches. A question or tag has two texts.
  test.each<readonly [q: string, type: FoundType, each: number]>([
    ['is:answered -text', 'questions', 2],
    ['user:"person 0" -so', 'answers', 1],
    ['user:"person 1" -oh', 'comments', 1],
    ['tag -user', 'tags', 2],
    ['"user tag"', 'tags', 2],
  ])('%s in %s: reads a thousand at most', async (q, type, each) => {
    const { total, texts } = await read(q, type);
    expect(total).toBe(0);
    // And the words of the search.
    expect(texts).toBeLessThanOrEqual(each * (limits.countedExactly + 1) + 2);
  });

  test('finds all that match among as many', async () => {
    expect((await read('user:"person 0" -q0', 'answers')).total).toBe(limits.countedExactly + 1);
    expect((await read('is:answered -q0', 'questions')).total).toBe(limits.countedExactly + 1);
    expect((await read('[common] -q0', 'questions')).total).toBe((await read('[common]', 'questions')).total);
  });

  test('reads 100,000 bytes of a page’s texts for their excerpts, and the beginning of others', async () => {
    const request = { q: 'kelp', type: 'answers', order: 'newest', limit: 30 } as const;
    const { rows } = (await world.call('qa.search', request, { as: reader })).reply;
    const marked = rows.map(({ excerpt }) => excerpt.includes('\u0001kelp\u0002'));
    expect(marked).toEqual(rows.map((_, n) => n < 3));
    expect(rows).toHaveLength(10);
    expect(rows.at(-1)?.excerpt).toMatch(/^sand sand .*…$/);
  });

  test('reads four million bytes at most', async () => {
    const { total, texts } = await read('user:"person 5" -moon', 'answers');
    // With the word of the search.
    expect({ total, texts }).toEqual({ total: 133, texts: 133 + 1 });
  });
});

test('[BF-1] the best match reads the names of a thousand, each once however many words there are', async () => {
  const { total, texts } = await read('user tag', 'tags', 'best');
  // With both words of the search.
  expect({ total, texts }).toEqual({ total: limits.countedExactly + 1, texts: limits.countedExactly + 1 + 2 });
});

test('[BF-1] searches leave connections for everybody else, however many wait', async () => {
  const lock = await hold(world.databases.connections.qa, 'lock table comments in access exclusive mode');
  const request = { q: 'user:"person 1"', type: 'comments', order: 'newest', limit: 1 } as const;
  const people = ['Ann', 'Ben', 'Cay', 'Dan', 'Eve'].map(personOf);
  const searches = [...people, ...people].map((as) => world.call('qa.search', request, { as }));
  await lock.waiters(2);
  expect((await world.call('qa.getTags', { limit: 1 }, { as: reader })).reply.rows).toHaveLength(1);
  await lock.release();
  const totals = (await Promise.all(searches)).map(({ reply }) => reply.total);
  expect(totals).toEqual(searches.map(() => limits.countedExactly + 1));
});
