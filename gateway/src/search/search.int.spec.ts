import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { FoundWire } from '@parlour/contracts/search/found';
import { RunningGateway } from '../testing/running-gateway.ts';
import { userOf } from '../testing/stand-ins.ts';

const found: FoundWire = {
  ...{ type: 'questions', id: 'q1', title: 'Tides', excerpt: 'The \u0001tide\u0002', url: '/question/q1' },
  ...{ at: '2026-01-05T09:03:07.000Z', by: 'Ann' },
};
const reply = { rows: [found], total: 40, next: '1' };

let gateway: RunningGateway;
let ann: { cookie: string };

beforeAll(async () => {
  gateway = await RunningGateway.start();
  ann = await gateway.signIn('Ann');
  const answer = () => reply;
  gateway.standIns.answer({
    'qa.search': answer,
    'identity.search': answer,
    'communities.search': answer,
    'messaging.search': answer,
  });
});

afterAll(() => gateway.stop());

beforeEach(() => {
  gateway.standIns.calls.length = 0;
});

it.each([
  ['', 'qa'],
  ['&type=questions', 'qa'],
  ['&type=answers', 'qa'],
  ['&type=comments', 'qa'],
  ['&type=tags', 'qa'],
  ['&type=people', 'identity'],
  ['&type=communities', 'communities'],
  ['&type=messages', 'messaging'],
])('[BF-1] a search%s is for %s', async (type, service) => {
  for (const at of ['/', '/api/']) {
    const path = `${at}search?q=tide${type}&limit=1`;
    const { status, json, headers } = await gateway.send(path, { headers: ann });
    expect({ status, json }).toEqual({ status: 200, json: [found] });
    expect(headers).toMatchObject({ 'x-total-count': '40', link: `<${path}&cursor=1>; rel="next"` });
    expect((await gateway.send(path)).status).toBe(401);
  }
  expect(gateway.standIns.calls.map(({ name }) => name)).toEqual([`${service}.search`, `${service}.search`]);
});

it('[BF-1] asks for the best questions by default, and refuses other types and orders', async () => {
  await gateway.send('/api/search', { headers: ann });
  expect(gateway.standIns.last('qa.search').request).toEqual({
    q: '',
    type: 'questions',
    order: 'best',
    match: 'all',
    limit: 30,
  });
  for (const query of ['type=games', 'order=oldest', 'limit=0', 'q=a&q=b']) {
    expect((await gateway.send(`/api/search?${query}`, { headers: ann })).status).toBe(400);
  }
});

describe('[BF-1] an author by the name before a renaming', () => {
  const asked = async (q: string, type: string) => {
    await gateway.send(`/api/search?q=${encodeURIComponent(q)}&type=${type}`, { headers: ann });
    return gateway.standIns.calls.map(({ name, call: { request } }) => [name, request]);
  };

  it('is looked for by the name of today', async () => {
    gateway.standIns.answer({ 'identity.getUser': () => userOf('Ann') });
    expect(await asked('tide user:"Old Ann"', 'answers')).toEqual([
      ['identity.getUser', { username: 'old ann' }],
      ['qa.search', expect.objectContaining({ q: 'tide user:"Ann"' })],
    ]);
  });

  it.each([
    ['people', 'identity.search'],
    ['tags', 'qa.search'],
  ])('is not asked for, for %s', async (type, call) => {
    expect(await asked('user:old', type)).toEqual([[call, expect.objectContaining({ q: 'user:old' })]]);
  });

  it('is looked for as it was typed if identity knows nobody of it, or cannot be reached', async () => {
    for (const code of ['user.unknown', 'service.unavailable'] as const) {
      gateway.standIns.calls.length = 0;
      gateway.standIns.refuse('identity.getUser', code, '');
      expect((await asked('user:old', 'messages')).at(-1)).toEqual([
        'messaging.search',
        expect.objectContaining({ q: 'user:old' }),
      ]);
    }
  });
});

it('[BF-1] /search, opened, is the page', async () => {
  const answer = await gateway.send('/search?q=tide', { headers: { ...ann, 'sec-fetch-dest': 'document' } });
  expect(answer.headers['content-type']).toMatch(/^text\/html/);
  expect(gateway.standIns.calls).toEqual([]);
});
