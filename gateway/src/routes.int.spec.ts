import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { bodyHash } from '@parlour/kernel/rpc/calls';
import { itServes, reads, type Route } from './testing/routes.ts';
import { idOf, questionId, unknownId } from './testing/stand-ins.ts';
import { type Answer, RunningGateway } from './testing/running-gateway.ts';

let gateway: RunningGateway;
let ann: { cookie: string };

beforeAll(async () => {
  gateway = await RunningGateway.start();
  ann = await gateway.signIn('Ann');
});

afterAll(() => gateway.stop());

beforeEach(() => {
  gateway.standIns.calls.length = 0;
});

const communityId = '01900000-0000-7000-8000-0000000000c0';
const open = { onlyFollowers: false, communityId: null };
const owned = { _id: 5, views: {}, upVotes: 'x', answers: 7, askDateTime: [], following: null, __proto: 1 };
const tags = [
  { name: 'sea', description: 'salt water', questions: 9 },
  { name: 'moon', description: null },
];
const described = [{ name: 'sea', description: 'salt water' }, { name: 'moon' }];
const answer = { qid: questionId, text: 'Yes.' };
const question = { title: 'How do tides work?', text: 'The moon?', tags: [{ name: 'sea' }] };
const routes: readonly Route[] = [
  ...reads(
    ['user/session', 'identity.getSession', {}],
    // Names in a path are decoded once.
    ['user/getUser/c%2B%2B%20%C3%BC%252F', 'identity.getUser', { username: 'c++ ü%2F' }],
    ['user/getUsers', 'identity.getUsers', { limit: 30 }],
    [`question/getQuestionById/${questionId}`, 'qa.getQuestionById', { id: questionId }],
    ...(
      [
        ['', {}],
        ['?order=active&search=%20tides%20%5Bsea%5D', { order: 'active', search: 'tides [sea]' }],
        ['?search=%20%20&username=Ann&communityId=', {}],
        ['?tag=%20a%5Bb%20&search=', { tag: 'a[b' }],
        ['?tag=%20', {}],
        ['?limit=7&cursor=abc', { limit: 7, cursor: 'abc' }],
        ['?limit=100000', { limit: 100 }],
        [`?communityId=${unknownId.toUpperCase()}`, { communityId: unknownId }],
      ] as const
    ).map(([query, request]) => {
      return [`question/getQuestion${query}`, 'qa.getQuestions', { order: 'newest', limit: 30, ...request }] as const;
    }),
  ),
  ['POST', 'question/addQuestion', question, 'qa.addQuestion', { ...question, ...open }],
  // Fields owned by the server are dropped, whatever their type.
  ['POST', 'question/addQuestion', { ...question, ...owned }, 'qa.addQuestion', { ...question, ...open }],
  ['POST', 'question/addQuestion', { ...question, tags }, 'qa.addQuestion', { ...question, ...open, tags: described }],
  // What is missing becomes a blank, which the service reports.
  ['POST', 'question/addQuestion', { title: null }, 'qa.addQuestion', { ...open, title: '', text: '', tags: [] }],
  ['POST', 'question/addQuestion', {}, 'qa.addQuestion', { ...open, title: '', text: '', tags: [] }],
  ['POST', 'answer/addAnswer', { qid: questionId, ans: { text: 'Yes.' } }, 'qa.addAnswer', answer],
  ['POST', 'answer/addAnswer', { qid: questionId }, 'qa.addAnswer', { ...answer, text: '' }],
];

/** The same with all fields the other way round. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([field, inner]) => [field, reversed(inner)]),
  );
}

function refusal(answer: Answer): unknown {
  return { status: answer.status, code: (answer.json as { code?: string } | undefined)?.code };
}

describe('[CA-6, CA-7, CA-15, CA-16, CA-17, CA-23, CA-58, T-1, T-10] every route', () => {
  itServes(routes, () => ({ gateway, ann }));

  it('requires a session, but those by which one begins', async () => {
    const { paths } = (await gateway.send('/docs-json')).json as { paths: Record<string, Record<string, object>> };
    // What is below /admin is unknown to strangers: admin.int.spec.ts.
    const json = { error: 'Please sign in to continue.', code: 'session.missing' };
    const refused = { status: 401, json, calls: [] };
    const open: string[] = [];
    for (const [path, methods] of Object.entries(paths).filter(([each]) => /^\/api\/(?!admin\/)/.test(each))) {
      for (const at of [path, path.replace('/api', '')]) {
        for (const method of Object.keys(methods).map((each) => each.toUpperCase())) {
          gateway.standIns.calls.length = 0;
          const body = method === 'GET' ? undefined : {};
          const { status, json } = await gateway.send(at.replaceAll(/\{\w+\}/g, unknownId), { method, body });
          const seen = { status, json, calls: gateway.standIns.calls };
          if (!isDeepStrictEqual(seen, refused)) open.push(`${method} ${at}`);
        }
      }
    }
    const byLink = ['POST user/forgotPassword', 'POST user/resetForgotten', 'POST user/confirmEmail'];
    const endMail = ['POST user/unsubscribe', 'POST unsubscribe/{token}'];
    const begin = ['POST user/signup', 'POST user/login', 'POST user/googleLogin', 'GET user/providers', ...byLink];
    expect(open.toSorted()).toEqual(
      [...begin, ...endMail, 'GET invitation/{code}']
        .flatMap((each) => ['/api/', '/'].map((at) => each.replace(' ', ` ${at}`)))
        .toSorted(),
    );
  });

  it.each(['/', '/api/'])('[CA-1, CA-2, CA-60] signup, login and logout below %s answer 200', async (at) => {
    const credentials = { username: 'Cay', password: 'right' };
    for (const path of ['user/signup', 'user/login']) {
      const answer = await gateway.post(at + path, credentials);
      expect(answer.status).toBe(200);
      expect(answer.json).toMatchObject({ username: 'Cay' });
    }
    const { cookie } = await gateway.signIn('Cay');
    expect((await gateway.post(`${at}user/logout`, {}, { cookie })).json).toEqual({ loggedOut: true });
  });
});

describe('requests to the service', () => {
  const context = () => gateway.standIns.last('qa.addQuestion').context;

  it('[T-4] the actor is the session’s user, whatever the body says', async () => {
    await gateway.post('/api/question/addQuestion', { ...question, askedBy: 'ANN', sessionId: 'x' }, ann);
    expect(context()).toMatchObject({ actor: { id: idOf('Ann'), name: 'Ann' }, sessionId: expect.any(String) });
  });

  it.each([undefined, {}, { username: null, password: null }])('missing credentials %j become blanks', async (body) => {
    await gateway.post('/api/user/login', body);
    expect(gateway.standIns.last('identity.login').request).toMatchObject({ username: '', password: '' });
  });

  it('a command has the client’s key and a hash of its request; without a key it gets one', async () => {
    await gateway.post(
      '/api/answer/addAnswer',
      { qid: questionId, ans: { text: 'a' } },
      { ...ann, 'idempotency-key': 'k-1' },
    );
    const { idempotency } = gateway.standIns.last('qa.addAnswer').context;
    expect(idempotency).toEqual({ key: 'k-1', bodyHash: bodyHash({ qid: questionId, text: 'a' }) });
    await gateway.post('/api/answer/addAnswer', { qid: questionId, ans: { text: 'a' } }, ann);
    const fresh = gateway.standIns.last('qa.addAnswer').context.idempotency;
    expect(fresh?.key).toMatch(/^[0-9a-f-]{36}$/);
  });

  // Stored hashes are of these fields in this order: a call that is repeated after an update of the
  // site must have the same.
  it.each([
    [
      'qa.addQuestion',
      'POST',
      'question/addQuestion',
      { ...question, tags: [{ name: 'sea', description: 'Water' }], onlyFollowers: false, communityId: null },
    ],
    [
      'communities.changeVisibility',
      'PATCH',
      'community/toggleCommunityVisibility',
      { communityId, visibility: 'public' },
    ],
    [
      'communities.addPoll',
      'POST',
      'poll/addPoll',
      { communityId, questionText: 'Tea?', options: ['Yes'], expiresAt: 'x' },
    ],
    ['communities.vote', 'POST', 'poll/voteOnPoll', { pollId: unknownId, optionId: questionId }],
    ['games.create', 'POST', 'games/create', { gameType: 'Nim', computer: 'easy' }],
  ] as const)('the hash of %s does not depend on the order of the fields', async (name, method, path, request) => {
    gateway.standIns.refuse(name, 'command.conflict', 'No');
    const hashes = [];
    for (const body of [request, reversed(request)]) {
      await gateway.send(`/api/${path}`, { method, body, headers: ann });
      hashes.push(gateway.standIns.last(name).context.idempotency?.bodyHash);
    }
    expect(hashes).toEqual([bodyHash(request), bodyHash(request)]);
  });

  it('no hash reveals a password', async () => {
    for (const password of ['right', 'wrong']) await gateway.post('/api/user/login', { username: 'Ann', password });
    const hashes = gateway.standIns.calls.map(({ call }) => call.context.idempotency?.bodyHash);
    expect(hashes[0]).toBe(hashes[1]);
  });

  it('a read has no key', async () => {
    await gateway.send('/api/question/getQuestion', { headers: { ...ann, 'idempotency-key': 'k-1' } });
    expect(gateway.standIns.last('qa.getQuestions').context.idempotency).toBeNull();
  });

  it('seen positions are passed on, invalid ones are not', async () => {
    const headers = { ...ann, 'x-min-position': 'qa:12,identity:7,moon:5,qa' };
    await gateway.send('/api/question/getQuestion', { headers });
    expect(gateway.standIns.last('qa.getQuestions').context.minPositions).toEqual({ qa: 12, identity: 7 });
  });

  it('clients that send no positions read their own writes in every service; nobody else waits for them', async () => {
    gateway.standIns.reset();
    const [bea, cleo] = [await gateway.signIn('Bea'), await gateway.signIn('Cleo')];
    await gateway.post('/question/addQuestion', question, bea);
    const seenBy = async (headers: Record<string, string>) => {
      await gateway.send('/user/getUsers', { headers });
      return gateway.standIns.last('identity.getUsers').context.minPositions;
    };
    expect(await seenBy(bea)).toEqual({ qa: 7 });
    expect(await seenBy({ ...bea, 'x-min-position': 'qa:3' })).toEqual({ qa: 3 });
    expect(await seenBy(cleo)).toEqual({});
  });
});

describe('requests refused before a service is called', () => {
  const add = '/api/question/addQuestion';
  const id = { code: 'id.malformed', status: 400 };
  const shape = { code: 'request.invalid', status: 400 };
  const other = { code: 'actor.other', status: 403 };
  const answerTo = { qid: questionId, ans: { text: 'a' } };

  it.each([
    ['a number for a title', add, { ...question, title: 5 }, shape],
    ['an object for a title', add, { ...question, title: { toString: 'x' } }, shape],
    ['a list for a text', add, { ...question, text: ['a'] }, shape],
    ['a text for tags', add, { ...question, tags: 'sea' }, shape],
    ['an object for tags', add, { ...question, tags: {} }, shape],
    ['texts for tags', add, { ...question, tags: ['sea'] }, shape],
    ['lists for tags', add, { ...question, tags: [[{ name: 'sea' }]] }, shape],
    ['nothing for a tag', add, { ...question, tags: [null] }, shape],
    ['a tag without a name', add, { ...question, tags: [{}] }, shape],
    ['a number for a tag’s name', add, { ...question, tags: [{ name: 5 }] }, shape],
    ['a text for a boolean', add, { ...question, onlyFollowers: 'true' }, shape],
    ['a number for a name', add, { ...question, askedBy: 5 }, shape],
    ['a malformed community id', add, { ...question, communityId: 'x' }, id],
    ['somebody else as asker', add, { ...question, askedBy: 'Bob' }, other],
    ['nobody as asker', add, { ...question, askedBy: '' }, other],
    ['a list for a body', add, [question], shape],
    ['a text for a body', add, '"x"', shape],
    ['nothing for a body', add, 'null', shape],
    ['broken JSON', add, '{"title":', shape],
    ['a prototype', add, '{"__proto__":{"title":"x"}}', shape],
    ['a constructor’s prototype', add, '{"constructor":{"prototype":{}}}', shape],
    ['NUL', add, { ...question, text: 'a\0b' }, { code: 'request.illFormedText', status: 400 }],
    ['half a character', add, '{"title":"\\ud83d"}', { code: 'request.illFormedText', status: 400 }],
    ['NUL in what is dropped', add, { ...question, answers: ['\0'] }, { code: 'request.illFormedText', status: 400 }],
    [
      'bytes that are not UTF-8',
      add,
      Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
      { code: 'request.illFormedText', status: 400 },
    ],
    ['too deep a body', add, `{"a":${'['.repeat(9_000)}${']'.repeat(9_000)}}`, shape],
    [
      'more than 256 KiB',
      add,
      { ...question, text: 'x'.repeat(256 * 1024) },
      { code: 'request.tooLarge', status: 413 },
    ],
    ['no question to answer', '/api/answer/addAnswer', { ans: { text: 'a' } }, id],
    ['a malformed question', '/api/answer/addAnswer', { ...answerTo, qid: `${questionId}'` }, id],
    ['a number for a question', '/api/answer/addAnswer', { ...answerTo, qid: 5 }, id],
    ['a text for an answer', '/api/answer/addAnswer', { ...answerTo, ans: 'a' }, shape],
    ['a list for an answer', '/api/answer/addAnswer', { ...answerTo, ans: [{ text: 'a' }] }, shape],
    ['a number in an answer', '/api/answer/addAnswer', { ...answerTo, ans: { text: 5 } }, shape],
    ['somebody else as answerer', '/api/answer/addAnswer', { ...answerTo, ans: { text: 'a', ansBy: 'Bob' } }, other],
    ['a number for a password', '/api/user/login', { username: 'Ann', password: 5 }, shape],
    ['an object for a name', '/api/user/signup', { username: { $ne: null }, password: 'right' }, shape],
    ['a list for a name', '/api/user/signup', { username: ['Ann'], password: 'right' }, shape],
  ])('POST with %s', async (_, path, body, expected) => {
    const answer = await gateway.post(path, body, ann);
    expect(refusal(answer)).toEqual(expected);
    expect(answer.json).toEqual({ error: expect.any(String), code: expected.code });
    expect(gateway.standIns.calls).toEqual([]);
  });

  it.each([
    ['[Q-1] an unknown order', '/api/question/getQuestion?order=best', { code: 'order.unknown', status: 400 }],
    ['a blank order', '/api/question/getQuestion?order=', { code: 'order.unknown', status: 400 }],
    ['another person as viewer', '/api/question/getQuestion?username=Bob', other],
    ['two searches', '/api/question/getQuestion?search=a&search=b', shape],
    ['a malformed community id', '/api/question/getQuestion?communityId=1', id],
    ['a limit that is not a number', '/api/question/getQuestion?limit=many', shape],
    ['a blank limit', '/api/question/getQuestion?limit=', shape],
    ['a limit of 0', '/api/question/getQuestion?limit=0', shape],
    ['a limit of 1.5', '/api/user/getUsers?limit=1.5', shape],
    ['a malformed id', '/api/question/getQuestionById/1', id],
    ['a very long id', `/api/question/getQuestionById/${'1'.repeat(1_500)}`, id],
    ['a malformed id of an answer', `/api/question/getQuestionById/${questionId}?after=1`, id],
    ['two ids of answers', `/api/question/getQuestionById/${questionId}?after=${unknownId}&after=${unknownId}`, id],
    ['another person as reader', `/api/question/getQuestionById/${questionId}?username=Bob`, other],
    ['broken percent-encoding in a query', '/api/question/getQuestion?search=%zz', shape],
    ['broken percent-encoding in a path', '/api/user/getUser/%zz', shape],
    ['NUL in a path', '/api/user/getUser/a%00b', { code: 'request.illFormedText', status: 400 }],
    ['NUL in a query', '/api/question/getQuestion?search=%00', { code: 'request.illFormedText', status: 400 }],
    [
      'more than 2 KiB of query',
      `/api/question/getQuestion?search=${'x'.repeat(2_050)}`,
      { code: 'request.tooLarge', status: 413 },
    ],
    ['an unknown call', '/api/question/getAnswer', { code: 'route.unknown', status: 404 }],
    ['an unknown call at the root', '/nothing', { code: 'route.unknown', status: 404 }],
  ])('GET with %s', async (_, path, expected) => {
    const answer = await gateway.send(path, { headers: ann });
    expect(refusal(answer)).toEqual(expected);
    expect(answer.json).toEqual({ error: expect.any(String), code: expected.code });
    expect(gateway.standIns.calls).toEqual([]);
  });

  it('ten megabytes, without reading them all', async () => {
    const outcome = await gateway.post(add, Buffer.alloc(10 * 1024 * 1024, 0x20), ann).then(
      (answer) => answer.status,
      (failure: { code: string }) => failure.code,
    );
    // The server may close the connection while the client still sends.
    expect([413, 'ECONNRESET', 'EPIPE']).toContain(outcome);
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/jsonx'])(
    'a body as %s',
    async (type) => {
      const answer = await gateway.post(add, JSON.stringify(question), { ...ann, 'content-type': type });
      expect(refusal(answer)).toEqual({ code: 'request.notJson', status: 415 });
    },
  );

  it.each(['x'.repeat(101), 'with space', 'ü'])('an Idempotency-Key of %j', async (key) => {
    const headers = { ...ann, 'idempotency-key': Buffer.from(key).toString('latin1') };
    expect(refusal(await gateway.post(add, question, headers))).toEqual(shape);
  });

  it.each(['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'])('%s of a call that does not exist', async (method) => {
    expect(refusal(await gateway.send(add, { method, headers: ann }))).toEqual({ code: 'method.unknown', status: 405 });
  });
});

describe('errors of a service', () => {
  it('keep code and text', async () => {
    gateway.standIns.refuse('qa.addQuestion', 'tags.missing', 'Should have at least 1 tag');
    const answer = await gateway.post('/api/question/addQuestion', question, ann);
    expect(answer.json).toEqual({ error: 'Should have at least 1 tag', code: 'tags.missing' });
    expect(answer.status).toBe(400);
  });

  it('of unknown things are 404', async () => {
    const answer = await gateway.send(`/api/question/getQuestionById/${unknownId}`, { headers: ann });
    expect(refusal(answer)).toEqual({ code: 'question.unknown', status: 404 });
    expect(refusal(await gateway.send('/api/user/getUser/nobody', { headers: ann }))).toEqual({
      code: 'user.unknown',
      status: 404,
    });
  });

  it('[T-2] that are unexpected reveal nothing', async () => {
    const reply = { rows: [], total: 0, next: null };
    gateway.standIns.answer({ 'qa.getQuestions': () => ({ reply, positions: null as never, stale: false }) });
    const answer = await gateway.send('/api/question/getQuestion', { headers: ann });
    expect(answer.json).toEqual({ error: 'Something went wrong. Please try again.', code: 'failure.unknown' });
    expect(answer.status).toBe(500);
  });

  it('and an unavailable one is 503 with a time to retry', async () => {
    await gateway.standIns.close('qa');
    const answer = await gateway.send('/api/question/getQuestion', { headers: ann });
    expect(refusal(answer)).toEqual({ code: 'service.unavailable', status: 503 });
    expect(answer.headers['retry-after']).toBe('1');
    gateway.standIns.open('qa');
  });
});
