import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Actor } from '@parlour/contracts/envelope';
import type { FoundType, FoundWire } from '@parlour/contracts/search/found';
import { messages } from '@parlour/contracts/messages';
import type { Search } from '@parlour/contracts/search/search.requests';
import { unhurried } from '@parlour/kernel/database/unhurried';
import { personOf } from '@parlour/kernel/testing/people';
import { setSearchLanguage } from '@parlour/search/search-language';
import { type QaWorld, startQa } from '../testing/qa-world.ts';

const people = ['Ann', 'Ben', 'Cay', 'Dan', 'Eve'].map(personOf);
const [ann, ben, cay, dan, eve] = people as [Actor, Actor, Actor, Actor, Actor];
const communityId = '01900000-0000-7000-8000-0000000000c0';

let world: QaWorld;
beforeAll(async () => {
  world = await startQa();
  await world.identity(
    ...people.map(({ id, name }) => ({ type: 'UserRegistered' as const, data: { userId: id, name } })),
  );
});
afterAll(() => world.close());

const nothing = `truncate questions, question_terms, question_tags, question_totals, answers, comments, tags, tag_counts, tag_totals`;
beforeEach(async () => {
  await world.sql(nothing);
});

async function find(as: Actor, q: string, more: Partial<Search> = {}): Promise<readonly FoundWire[]> {
  const request = { q, type: 'questions', order: 'best', limit: 30, ...more } as const;
  return (await world.call('qa.search', request, { as })).reply.rows;
}

/** The ids of what is found. */
async function ids(as: Actor, q: string, more: Partial<Search> = {}): Promise<string[]> {
  return (await find(as, q, more)).map(({ id }) => id);
}

const marked = (excerpt: string | undefined): string | undefined =>
  excerpt?.replaceAll('\u0001', '<').replaceAll('\u0002', '>');

test('[BF-1] a question, an answer, a comment and a tag are found, with the words marked', async () => {
  const text = 'The **moon** pulls. See [tides](https://example.org/x).';
  const id = await world.ask(ann, { title: 'Why do tides run?', text, tags: [{ name: 'Sea/Salt' }] });
  const answer = await world.answer(ben, id, 'A tide runs twice a day.');
  const comment = await world.comment(cay, 'answer', answer, 'Which tide?');
  const about = { title: 'Why do tides run?', at: expect.any(String) };
  const [found, ...more] = await find(dan, 'TIDE running');
  expect(more).toEqual([]);
  expect({ ...found, excerpt: marked(found?.excerpt) }).toEqual({
    ...about,
    ...{ type: 'questions', id, url: `/question/${id}`, by: 'Ann', excerpt: 'The moon pulls. See <tides>.' },
    question: (await world.call('qa.getQuestions', { order: 'newest', limit: 1 }, { as: dan })).reply.rows[0],
  });
  const [answered] = await find(dan, 'tides run', { type: 'answers' });
  expect({ ...answered, excerpt: marked(answered?.excerpt) }).toEqual({
    ...about,
    ...{ type: 'answers', id: answer, url: `/question/${id}#answer-${answer}`, by: 'Ben' },
    excerpt: 'A <tide> <runs> twice a day.',
  });
  const [commented] = await find(dan, 'tides', { type: 'comments' });
  expect({ ...commented, excerpt: marked(commented?.excerpt) }).toEqual({
    ...about,
    ...{
      type: 'comments',
      id: comment,
      url: `/question/${id}#comment-${comment}`,
      by: 'Cay',
      excerpt: 'Which <tide>?',
    },
  });
  expect(await find(dan, 'salt', { type: 'tags' })).toEqual([
    {
      type: 'tags',
      id: 'sea/salt',
      title: 'Sea/Salt',
      excerpt: 'user added tag',
      url: '/home?tag=Sea%2FSalt',
      at: null,
      by: null,
    },
  ]);
});

test.each([
  ['bestat', 'Besta\u0308tigung'],
  ['Bestä', 'Bestatigung'],
  ['stras', 'Straße'],
  ['łód', 'LODZ'],
  ['한', '\u1112\u1161\u11AB\uAD6D'],
  ['abc', 'ＡＢＣＤ'],
  ['οδος', 'ΟΔΌΣ'],
  ['soft', 'sof\u00ADtly'],
  ['1.2.3', 'Since v1.2.3'],
  ['2616', 'RFC2616'],
  ['c3p', 'C3PO'],
  ['索引', '分布式搜索引擎'],
  ['索', '分布式搜索引擎'],
  ['擎', '分布式搜索引擎'],
  ['搜索引擎 c', '分布式搜索引擎C语言'],
  ['タワー', '東京タワーです'],
  ['ไทย', 'ภาษาไทยง่าย'],
  ['ง่าย', 'ภาษาไทยงาย'],
])('[Q-2] a search for %j finds words of the same letters: %j', async (search, title) => {
  const id = await world.ask(ann, { title });
  const { reply } = await world.call('qa.getQuestions', { order: 'newest', limit: 30, search }, { as: ben });
  expect(reply.rows.map((row) => row._id)).toEqual([id]);
});

describe('[S-14] a search that no question meets, in a close match', () => {
  test.each([
    ['how to estimate height of tides', 'Estimating tides', 'Their height is about 3 m.'],
    ['why does my index get ignored', 'Postgres ignores an index', 'Only one.'],
    ['sailng', 'Sailing at night', ''],
    ['postgress', 'PostgreSQL and time', ''],
    ['postgre', 'PostgreSQL and time', ''],
    ['tide tabel', 'A tide table', ''],
    ['how to', 'How do we begin to?', ''],
    ['C++ templats', 'Templates of C++', ''],
    ['東京タワーの展望台', '東京タワーです', ''],
  ])('%j finds %j', async (q, title, text) => {
    const id = await world.ask(ann, { title, text: text || 'As the title says' });
    await world.ask(ann, { title: 'Something else', text: 'Quite' });
    expect(await ids(ben, q, { match: 'close' })).toEqual([id]);
  });

  test('a tag counts as a word', async () => {
    const id = await world.ask(ann, { title: 'Out at night', tags: [{ name: 'sailing' }] });
    expect(await ids(ben, 'sailng', { match: 'close' })).toEqual([id]);
    expect(await ids(ben, 'sailing at dawn', { match: 'close' })).toEqual([id]);
  });

  test('those with most of its words are found alone, the words marked as they stand', async () => {
    const three = await world.ask(ann, { title: 'Low water', text: 'Salt at the harbours' });
    await world.ask(ann, { title: 'Low water', text: 'Sweet' });
    const found = await find(ben, 'low water salt harbor moonlight', { match: 'close' });
    expect(found.map(({ id, excerpt }) => [id, marked(excerpt)])).toEqual([[three, '<Salt> at the <harbours>']]);
  });

  test.each([
    ['one', 'fog'],
    ['letters that are no beginning', 'xailing'],
    ['three wrong letters', 'sailxyz'],
    ['few of many words', 'sailing kelp eel crab'],
    ['excluded', 'sailng -night'],
    ['another tag', 'sailng [moss]'],
    ['another type', 'sailng', 'answers'],
  ])('nothing is close: %s', async (_, q, type = 'questions') => {
    await world.ask(ann, { title: 'Sailing at night in a fjord', tags: [{ name: 'sea' }] });
    expect(await ids(ben, q, { match: 'close', type: type as FoundType })).toEqual([]);
  });

  test('a word of a question that the reader may not see is not taken for theirs', async () => {
    await world.ask(ann, { title: 'Sailing alone', onlyFollowers: true });
    const told = await world.ask(ann, { title: 'Sailors sing' });
    expect(await ids(ben, 'sailng', { match: 'close' })).toEqual([]);
    expect(await ids(ben, 'sailos', { match: 'close' })).toEqual([told]);
  });
});

describe('[BF-1, S-14] the language of a search', () => {
  test.each([
    ['run', 'Running a shop', true],
    ['elan', 'Mit Élan voraus', true],
    ['élan', 'Mit Elan voraus', true],
    ['strasse lodz aero', 'Straße, Łódź, Ærø', true],
    ['fix ABC1', 'Das ist ﬁx ＡＢＣ１', true],
    ['Bestätigung 한', 'Besta\u0308tigung \u1112\u1161\u11AB', true],
    ['οδος שלום السلام', 'ΟΔΌΣ שָׁלוֹם السَّلَام', true],
    ['softly', 'soft\u00ADly', true],
    ['npm --no-cache', 'npm with no-cache', true],
    ['“low tide”', 'Low is the tide', false],
    ['c++', 'Why C++?', true],
    ['c++', 'Why C#?', false],
    ['c#', 'Why C#, then?', true],
    ['.net', 'The .NET platform', true],
    ['.net', 'A fishing net', false],
    ['"low tide"', 'At low tides we walk', true],
    ['"low tide"', 'Low is the tide', false],
    ['to be', 'To be, or not to be', true],
    ['tide -moon', 'The tide and the moon', false],
    ['tide -moon', 'The tide and the sun', true],
    ['tide -"the moon"', 'The tide of that moon', true],
    ['tide -"the moon"', 'The tide of the moon', false],
    ['tide-table', 'A tide table', true],
    ["it's", "It's here", true],
    ['%', 'All of it', false],
    ["o'b\\'", "O'B it is", true],
    ['ti', 'The tide', false],
    ['1.2.3', 'Since v1.2.3', true],
    ['v1.2', 'Since v1.2.3', true],
    ['v1', 'Since v1.2.3', true],
    ['1.3', 'Since v1.2.3', false],
    ['"rfc2616 says"', 'As RFC2616 says', true],
    ['搜索', '分布式搜索引擎', true],
    ['索引擎', '分布式搜索引擎', true],
    ['搜引', '分布式搜索引擎', false],
    ['索', '分布式搜索引擎', true],
    ['擎', '分布式搜索引擎', true],
    ['擎 -布', '分布式搜索引擎', false],
    ['c语言', '用C语言写', true],
    ['语言3', '用语言3写', true],
    ['"用 c"', '用C语言写', true],
    ['タワー', '東京タワーです', true],
    ['ไทย', 'ภาษาไทยง่าย', true],
    ['ง่าย', 'ภาษาไทยงาย', true],
    ['𠀁', '𠀀𠀁', true],
  ])('%s finds %j: %p', async (q, title, expected) => {
    const id = await world.ask(ann, { title });
    expect(await ids(ben, q)).toEqual(expected ? [id] : []);
    const answer = await world.answer(ann, await world.ask(ann, { title: 'Other', text: 'Other' }), title);
    expect(await ids(ben, q, { type: 'answers' })).toEqual(expected ? [answer] : []);
  });

  test('folded words are marked as they were written', async () => {
    const text = 'So soft\u00ADly １２ Straßen ﬁx שָׁלוֹם, Besta\u0308tigung end';
    await world.ask(ann, { text });
    for (const word of ['softly', '12', 'strassen', 'fix', 'שלום', 'bestatigung', 'end']) {
      const [found] = await find(ben, word);
      const written = text.normalize('NFC').match(/[^\s,]+/gu) ?? [];
      const one = written[['', 'softly', '12', 'strassen', 'fix', 'שלום', 'bestatigung', 'end'].indexOf(word)];
      expect(marked(found?.excerpt)).toBe(text.normalize('NFC').replace(one ?? '', `<${one}>`));
    }
  });

  test.each([
    ['索引', '分布式搜索引擎', '分布式搜<索引>擎'],
    ['引擎', '分布式搜索引擎，好', '分布式搜索<引擎>，好'],
    ['索', '分布式搜索引擎', '分布式搜<索>引擎'],
    ['擎', '分布式搜索引擎', '分布式搜索引<擎>'],
    ['语言', '用C语言3写', '用C<语言>3写'],
    ['ไทย ภาษา', 'ภาษาไทยง่าย', '<ภาษาไทย>ง่าย'],
    ['ง่าย', 'ภาษาไทยง่าย นะ', 'ภาษาไทย<ง่าย> นะ'],
    ['v1', 'As v1.2 end', 'As <v1>.2 end'],
    ['1.2', 'As v1.2 end', 'As v<1>.<2> end'],
    ['end', 'As é1 v1.2 end', 'As é1 v1.2 <end>'],
    ['尾', `${'分布式'.repeat(50)}尾`, `…布式${'分布式'.repeat(2)}<尾>`],
    ['头', `头${'分布式'.repeat(50)}`, `<头>${'分布式'.repeat(50).slice(0, 118)}…`],
  ])('%j is marked within a run: %j', async (q, text, expected) => {
    await world.ask(ann, { text });
    expect(marked((await find(ben, q))[0]?.excerpt)).toBe(expected);
  });

  test('the best is first in scripts without blanks, too', async () => {
    const once = await world.ask(ann, { title: '其他', text: '搜索一下' });
    const often = await world.ask(ann, { title: '其他', text: '搜索搜索搜索' });
    const title = await world.ask(ann, { title: '分布式搜索引擎', text: '其他' });
    await world.ask(ann, { title: '其他', text: '其他' });
    expect(await ids(ben, '搜索')).toEqual([title, often, once]);
  });

  test('words after the fortieth that must occur change nothing', async () => {
    const words = Array.from({ length: 40 }, (_, n) => `${n}w`);
    const id = await world.ask(ann, { title: 'Long', text: words.join('-') });
    expect(await ids(ben, `${words.join('-')}-other`)).toEqual([id]);
    expect(await ids(ben, `${words.slice(1).join('-')}-other`)).toEqual([]);
    expect(await ids(ben, `long -${words.join('-')}`)).toEqual([]);
    expect(await ids(ben, `long -${words.join('-')}-other`)).toEqual([id]);
  });

  test('tags, people and states narrow it, alone too', async () => {
    const one = await world.ask(ann, { title: 'Tides', tags: [{ name: 'Sea' }] });
    const two = await world.ask(ben, { title: 'Tides again', tags: [{ name: 'moon' }] });
    const answer = await world.answer(cay, one, 'The tide');
    const comment = await world.comment(cay, 'question', two, 'The tide');
    await world.accept(ann, one, answer);
    const cases: [string, FoundType, string[]][] = [
      ['[sea] tide', 'questions', [one]],
      ['[SEA] [moon]', 'questions', [two, one]],
      ['user:ben', 'questions', [two]],
      ['tide user:"BEN"', 'questions', [two]],
      ['tide user:nobody', 'questions', []],
      ['is:answered', 'questions', [one]],
      ['tide is:unanswered', 'questions', [two]],
      ['is:accepted', 'questions', [one]],
      ['is:mine', 'questions', [one]],
      ['is:mine -again', 'questions', [one]],
      ['user:ben -again', 'questions', []],
      ['[sea]', 'answers', [answer]],
      ['[moon]', 'answers', []],
      ['user:cay', 'answers', [answer]],
      ['tide is:accepted', 'answers', [answer]],
      ['is:unanswered tide', 'answers', []],
      ['is:mine tide', 'answers', []],
      ['user:cay', 'comments', [comment]],
      ['[moon] tide', 'comments', [comment]],
      ['tide is:accepted', 'comments', []],
      ['[sea]', 'tags', ['sea']],
      ['se', 'tags', ['sea']],
      ['se -sea', 'tags', []],
      ['"user added" -moon', 'tags', ['sea']],
      ['', 'questions', []],
      ['-tide', 'questions', []],
      ['"" [] user: -', 'questions', []],
    ];
    for (const [q, type, expected] of cases) {
      expect([q, type, await ids(ann, q, { type, order: 'newest' })]).toEqual([q, type, expected]);
      expect((await ids(ann, q, { type })).toSorted()).toEqual(expected.toSorted());
    }
  });
});

test('[BF-1, S-16] the best is first: in the title, as it was typed, with votes; else the newest', async () => {
  const body = await world.ask(ann, { title: 'Something', text: 'The low tide' });
  const exact = await world.ask(ann, { title: 'Low tide', text: 'Something' });
  const apart = await world.ask(ann, { title: 'Tide that is low', text: 'Something' });
  expect(await ids(ben, 'low tide')).toEqual([exact, apart, body]);
  expect(await ids(ben, 'low tide', { order: 'newest' })).toEqual([apart, exact, body]);
});

test('[BF-1, S-16] words count, in any form, and not letters within other words', async () => {
  const often = await world.ask(ann, { title: 'Supplies', text: 'Art.\nArt it is, so we need an art book.' });
  const once = await world.ask(ann, { title: 'Supplies', text: 'One art book, so start smart: chart the party!' });
  const title = await world.ask(ann, { title: 'What are the árts good for?', text: 'Supplies' });
  const party = await world.ask(ann, { title: 'Where do I start the party?', text: 'With an art book.' });
  expect(await ids(ben, 'art')).toEqual([title, often, party, once]);
});

test('[BF-1, S-16] of names, parts count too, but less than words', async () => {
  const tag = (name: string, description = 'of the tide') => ({ name, description });
  await world.ask(ann, { tags: [tag('art'), tag('crafts', 'like art')] });
  await world.ask(ann, { tags: [tag('party')] });
  expect(await ids(ben, 'art', { type: 'tags' })).toEqual(['art', 'party', 'crafts']);
});

test('[BF-1, T-5] pages are parts of the whole, with its number', async () => {
  for (let n = 0; n < 5; n++) await world.ask(ann, { title: `Tide ${n}` });
  for (const order of ['best', 'newest'] as const) {
    const whole = await ids(ben, 'tide', { order });
    expect(whole).toHaveLength(5);
    const read: string[] = [];
    let cursor: string | undefined;
    do {
      const request = { q: 'tide', type: 'questions', order, limit: 2, ...(cursor && { cursor }) } as const;
      const { reply } = await world.call('qa.search', request, { as: ben });
      expect(reply.total).toBe(5);
      read.push(...reply.rows.map(({ id }) => id));
      cursor = reply.next ?? undefined;
    } while (cursor !== undefined);
    expect(read).toEqual(whole);
  }
  for (const cursor of ['x', '-1', '1.5', '99999']) {
    const request = { q: 'tide', type: 'questions', order: 'best', limit: 2, cursor } as const;
    await expect(world.call('qa.search', request, { as: ben })).rejects.toMatchObject({ code: 'request.invalid' });
  }
});

describe('[BF-1, S-15] nobody finds what they may not see', () => {
  /** By a word in every kind, and without one. */
  const searches: readonly (readonly [string, FoundType])[] = [
    ['tide', 'questions'],
    ['tide', 'answers'],
    ['tide', 'comments'],
    ['tide', 'tags'],
    ['[tide]', 'questions'],
    ['user:ann', 'questions'],
  ];

  /** In how many of the searches each person finds something. */
  async function seen(): Promise<Record<string, number>> {
    const found: Record<string, number> = {};
    for (const person of [ann, ben, cay, dan]) {
      const all = await Promise.all(searches.map(([q, type]) => ids(person, q, { type })));
      found[person.name] = all.filter(({ length }) => length > 0).length;
    }
    return found;
  }

  /** Ann's question with her answer and comment. */
  async function write(changes: object): Promise<void> {
    const id = await world.ask(ann, { title: 'Tide', tags: [{ name: 'tide' }], ...changes });
    await world.comment(ann, 'answer', await world.answer(ann, id, 'Tide'), 'Tide');
  }

  test('for everybody', async () => {
    await write({});
    expect(await seen()).toEqual({ Ann: 6, Ben: 6, Cay: 6, Dan: 6 });
  });

  test('for followers', async () => {
    await world.follow(ben, ann);
    await write({ onlyFollowers: true });
    expect(await seen()).toEqual({ Ann: 6, Ben: 6, Cay: 0, Dan: 0 });
    await world.unfollow(ben, ann);
    expect(await seen()).toEqual({ Ann: 6, Ben: 0, Cay: 0, Dan: 0 });
  });

  test.each(['public', 'private'] as const)('in a %s community', async (visibility) => {
    const id = `${communityId.slice(0, -1)}${visibility === 'public' ? 1 : 2}`;
    const joined = (person: Actor, standing: 'member' | 'banned') => ({ person, standing });
    await world.sql(`insert into communities (id, visibility) values ($1, $2) on conflict do nothing`, [
      id,
      visibility,
    ]);
    for (const { person, standing } of [joined(ann, 'member'), joined(ben, 'member'), joined(cay, 'banned')]) {
      await world.sql(
        `insert into community_people (community_id, user_id, banned) values ($1, $2, $3) on conflict do nothing`,
        [id, person.id, standing === 'banned'],
      );
    }
    await write({ communityId: id });
    const stranger = visibility === 'public' ? 6 : 0;
    expect(await seen()).toEqual({ Ann: 6, Ben: 6, Cay: 0, Dan: stranger });
  });
});

test('a word that is longer than the index keeps is found nowhere, and to leave it out changes nothing', async () => {
  const id = await world.ask(ann, { title: 'Why do tides run?' });
  const long = 'a'.repeat(2_046);
  expect(await ids(ben, long)).toEqual([]);
  expect(await ids(ben, `tides -${long}`)).toEqual([id]);
});

test('[BF-1] a search follows edits and deletions', async () => {
  const id = await world.ask(ann, { title: 'Tide', text: 'Tide', tags: [{ name: 'sea' }] });
  const answer = await world.answer(ann, id, 'Tide');
  const comment = await world.comment(ann, 'question', id, 'Tide');
  const all = async (q: string) =>
    (await Promise.all((['questions', 'answers', 'comments'] as const).map((type) => ids(eve, q, { type })))).flat();
  expect(await all('tide')).toEqual([id, answer, comment]);
  const edit = { title: 'Moon', text: 'Moon', tags: [{ name: 'sea' }], version: 1 };
  await world.call('qa.editQuestion', { qid: id, ...edit }, { as: ann });
  await world.call('qa.editAnswer', { aid: answer, text: 'Moon', version: 1 }, { as: ann });
  await world.call('qa.editComment', { cid: comment, text: 'Moon', version: 1 }, { as: ann });
  expect(await all('tide')).toEqual([]);
  expect(await all('moon')).toEqual([id, answer, comment]);
  await world.call('qa.deleteComment', { cid: comment }, { as: ann });
  expect(await all('moon')).toEqual([id, answer]);
  await world.call('qa.deleteAnswer', { aid: answer }, { as: ann });
  expect(await all('moon')).toEqual([id]);
  await world.call('qa.deleteQuestion', { qid: id }, { as: ann });
  expect(await all('moon')).toEqual([]);
  await world.call('qa.restoreQuestion', { qid: id }, { as: ann });
  expect(await all('moon')).toEqual([id]);
});

test.each(['user:ann', '[sea]', 'is:answered', 'is:mine'])(
  '[S-15] %s finds no text that the operator removed',
  async (q) => {
    const id = await world.ask(ann, { title: 'Tide', text: 'Tide', tags: [{ name: 'sea' }] });
    await world.answer(ben, id, 'So');
    expect(await ids(ann, q)).toEqual([id]);
    await world.sql('update questions set title = $1, text = $1, excerpt = $1', [messages.removedByOperator]);
    expect(await ids(ann, q)).toEqual([]);
  },
);

test('[S-14] words are stemmed in the site’s language, and all texts again if it changes', async () => {
  const id = await world.ask(ann, { title: 'Die Häuser', text: 'Sie laufen.' });
  const answer = await world.answer(ann, id, 'Ein Haus läuft nicht.');
  const found = async (): Promise<string[]> => [
    ...(await ids(ben, 'hauses laufen')),
    ...(await ids(ben, 'häuser', { type: 'answers' })),
  ];
  const set = (SEARCH_LANGUAGE: string): Promise<void> =>
    unhurried(world.database, (runner) => setSearchLanguage(runner, { SEARCH_LANGUAGE }));
  expect(await found()).toEqual([]);
  await set('german');
  expect(await found()).toEqual([id, answer]);
  await set('');
  expect(await found()).toEqual([id, answer]);
  await expect(set('klingon')).rejects.toThrow('SEARCH_LANGUAGE: must be one of');
  await set('english');
  expect(await found()).toEqual([]);
});
