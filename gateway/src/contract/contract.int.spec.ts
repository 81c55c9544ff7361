import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { CommunityWire } from '@parlour/contracts/communities/communities';
import { unedited } from '@parlour/contracts/posts/editable';
import type { QuestionWire } from '@parlour/contracts/qa/qa';
import { questionOf, rowOf, unknownId } from '../testing/stand-ins.ts';
import { contractBytes } from './wholes.ts';
import { RunningGateway } from '../testing/running-gateway.ts';

const longAgo = '2026-01-05T09:03:07.000Z';

let gateway: RunningGateway;
let ann: { cookie: string };

beforeAll(async () => {
  gateway = await RunningGateway.start();
  ann = await gateway.signIn();
});
afterEach(() => gateway.reset());
afterAll(() => gateway.stop());

describe('refusals', () => {
  it('[T-2] are their text at the root of the host, with the code in a header', async () => {
    const answer = await gateway.post('/user/login', { username: 'Ann', password: 'wrong' });
    expect(answer).toMatchObject({
      status: 401,
      text: 'Login failed',
      headers: {
        'content-type': 'text/plain; charset=utf-8',
        'x-error-code': 'login.failed',
        'cache-control': 'no-store',
      },
    });
  });

  it('[T-2] of the framework are text too', async () => {
    const answer = await gateway.send('/user/login', { method: 'POST', body: 'no JSON', headers: ann });
    expect(answer.headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'x-error-code': 'request.invalid',
    });
  });

  it.each(['/api/user/login', '/admin/nothing', '/api/nothing'])('[T-2] stay JSON at %s', async (path) => {
    const { headers, text } = await gateway.send(path, { headers: ann });
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(headers['x-error-code']).toBeUndefined();
    expect(JSON.parse(text)).toMatchObject({ code: expect.any(String), error: expect.any(String) });
  });
});

describe('lists', () => {
  const whole: QuestionWire = questionOf('How do tides work?');

  it('[T-6] have whole entities at the root of the host, and rows below /api', async () => {
    gateway.standIns.answer({ 'qa.getWholeQuestions': () => ({ rows: [whole], total: 1, next: null }) });
    const [row] = gateway.standIns.rows;
    const list = 'question/getQuestion?order=newest';
    expect((await gateway.send(`/${list}`, { headers: ann })).json).toEqual([{ ...row, ...whole }]);
    expect((await gateway.send(`/api/${list}`, { headers: ann })).json).toEqual([row]);
    expect(gateway.standIns.count('qa.getWholeQuestions')).toBe(1);
    expect(gateway.standIns.last('qa.getWholeQuestions').context.actor?.name).toBe('Ann');
  });

  it('[T-5] without a limit go on to a thousand rows at the root, in calls of a hundred', async () => {
    const tag = { name: 'tides', description: '', qcnt: 1 };
    gateway.standIns.answer({
      'qa.getTags': ({ request: { limit, cursor = '0' } }) => ({
        rows: Array.from({ length: limit }, () => tag),
        total: 5_000,
        next: String(Number(cursor) + limit),
      }),
    });
    const answer = await gateway.send('/tag/getTagsWithQuestionNumber', { headers: ann });
    expect(answer.json).toHaveLength(1_000);
    expect(answer.headers['x-total-count']).toBe('5000');
    expect(answer.headers['link']).toBe('</tag/getTagsWithQuestionNumber?cursor=1000>; rel="next"');
    expect(gateway.standIns.count('qa.getTags')).toBe(10);
    const limited = await gateway.send('/tag/getTagsWithQuestionNumber?limit=7', { headers: ann });
    expect(limited.json).toHaveLength(7);
    expect((await gateway.send('/api/tag/getTagsWithQuestionNumber', { headers: ann })).json).toHaveLength(30);
  });

  it('[T-5] end at a bound of bytes, and say where to go on', async () => {
    const ids = Array.from({ length: 30 }, (_, index) => unknownId.slice(0, -2) + String(10 + index));
    const text = 'x'.repeat(contractBytes / 4);
    gateway.standIns.answer({
      'qa.getQuestions': ({ request: { limit, cursor = '0' } }) => ({
        rows: ids.slice(Number(cursor), Number(cursor) + limit).map((id) => rowOf(id, 'Long')),
        total: ids.length,
        next: Number(cursor) + limit < ids.length ? String(Number(cursor) + limit) : null,
      }),
      // A reply of a service holds two of them.
      'qa.getWholeQuestions': ({ request }) => ({
        rows: request.ids.slice(0, 2).map((id) => ({ ...whole, _id: id, text })),
        total: request.ids.length,
        next: request.ids[2] ?? null,
      }),
    });
    const answer = await gateway.send('/question/getQuestion', { headers: ann });
    expect((answer.json as QuestionWire[]).map(({ _id }) => _id)).toEqual(ids.slice(0, 4));
    expect(answer.headers['link']).toBe('</question/getQuestion?cursor=4>; rel="next"');
  });

  it('[T-6] people who wait or are banned find themselves in the lists of a community', async () => {
    const community: CommunityWire = {
      ...{ _id: unknownId, name: 'Sailors', description: '', visibility: 'private', owner: 'Bob', memberCount: 1 },
      ...{ position: 6, createdAt: longAgo, closedAt: null, pendingCount: 0, reportedCount: 0 },
      ...{
        members: [],
        moderators: [],
        pendingMembers: [],
        bannedMembers: [],
        offeredTo: null,
        picture: null,
        banner: null,
      },
      ...unedited,
    };
    for (const [position, list] of [
      [4, 'bannedMembers'],
      [5, 'pendingMembers'],
    ] as const) {
      const seen = { ...community, position };
      gateway.standIns.answer({
        'communities.getCommunity': () => seen,
        'communities.getWholeCommunities': () => ({ rows: [seen], total: 1, next: null }),
      });
      const answer = await gateway.send(`/community/${unknownId}`, { headers: ann });
      expect(answer.json).toEqual({ ...seen, [list]: ['Ann'] });
    }
  });
});

it('[T-6] deleted posts have words in their place at the root', async () => {
  const deleted = { by: 'author', reason: null } as const;
  const comment = { _id: unknownId, text: '', commentBy: 'Bob', commentDateTime: longAgo, ...unedited, deleted };
  const question: QuestionWire = { ...questionOf('How do tides work?'), comments: [comment] };
  gateway.standIns.answer({ 'qa.getQuestionById': () => question });
  const path = `question/getQuestionById/${question._id}`;
  expect((await gateway.send(`/${path}`, { headers: ann })).json).toEqual({
    ...question,
    comments: [{ ...comment, text: 'Deleted by its author' }],
  });
  expect((await gateway.send(`/api/${path}`, { headers: ann })).json).toEqual(question);
});

it('[T-13] values that a client does not have count as absent at the root', async () => {
  const absent = 'search=undefined&communityId=null&username=&order=newest';
  expect((await gateway.send(`/question/getQuestion?${absent}`, { headers: ann })).status).toBe(200);
  const { request } = gateway.standIns.last('qa.getQuestions');
  expect(request.search).toBeUndefined();
  expect(request.communityId).toBeUndefined();
  for (const query of ['communityId=undefined', 'communityId=', 'username=undefined']) {
    expect((await gateway.send(`/question/getQuestion?${query}`, { headers: ann })).status).toBe(200);
  }
  await gateway.send('/question/getQuestion?search=null', { headers: ann });
  expect(gateway.standIns.last('qa.getQuestions').request.search).toBe('null');
  await gateway.send('/api/question/getQuestion?search=undefined', { headers: ann });
  expect(gateway.standIns.last('qa.getQuestions').request.search).toBe('undefined');
});
