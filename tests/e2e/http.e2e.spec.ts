import { beforeAll, describe, expect, test } from '@jest/globals';
import { messages } from '@parlour/contracts/messages';
import type { UserRowWire, UserWire } from '@parlour/contracts/identity';
import type { QuestionRowWire, QuestionWire } from '@parlour/contracts/qa';
import { Person, questionBody, Visitor } from './person.ts';
import { outputOfSharedSite, own, sharedSite } from './shared.ts';

const unknownId = '01890000-0000-7000-8000-0000000000ff';
let url: string;
let ann: Person;
let ben: Person;
let visitor: Visitor;

beforeAll(async () => {
  ({ url } = await sharedSite());
  visitor = new Visitor(url);
  ann = await new Person(url, own('Ann')).signUp();
  ben = await new Person(url, own('Ben')).signUp();
});

describe('signing in', () => {
  test('[EN-1, CA-1] signup answers the user and nothing secret', async () => {
    const eve = new Person(url, own('Eve'));
    const { status, body } = await eve.post<UserWire>('/user/signup', {
      username: `  ${eve.name} `,
      password: ' secret ',
    });
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        _id: expect.any(String),
        username: eve.name,
        dateJoined: expect.stringMatching(/^\d{4}-.*Z$/),
        biography: '',
        followers: [],
        following: [],
        isFollowed: false,
        followerCount: 0,
        followingCount: 0,
        followVisibility: true,
        isGoogleUser: false,
      },
    });
    expect(
      (await new Visitor(url).post('/user/login', { username: eve.name.toLowerCase(), password: 'secret' })).status,
    ).toBe(200);
  });

  test('[O-3] without --demo there are no logins to choose from', async () => {
    expect((await visitor.get('/user/providers')).body).toEqual({
      google: false,
      googleClientId: null,
      signupCode: false,
      signUp: 'everyone',
      signedInBefore: false,
    });
  });

  test('[CA-2] a wrong name and a wrong password look the same', async () => {
    const wrong = await visitor.post('/user/login', { username: ann.name, password: 'wrong' });
    const unknown = await visitor.post('/user/login', { username: 'Nobody at all', password: 'wrong' });
    expect(wrong).toMatchObject({ status: 401, body: { error: 'Login failed', code: 'login.failed' } });
    expect(unknown.body).toEqual(wrong.body);
  });

  test('[CA-60] logout ends the session for good', async () => {
    const guest = await new Person(url, own('Guest')).signUp();
    const kept = new Map(guest.cookies);
    expect((await guest.post('/user/logout', {})).status).toBe(200);
    // Says that somebody has signed in with this browser before; it grants nothing.
    expect([...guest.cookies.keys()]).toEqual(['parlour_browser']);
    for (const [name, value] of kept) guest.cookies.set(name, value);
    expect(await guest.get('/user/session')).toMatchObject({ status: 401, body: { code: 'session.ended' } });
    expect(await guest.post('/api/user/refresh', {})).toMatchObject({ status: 401 });
  });

  test('refreshing gives new cookies for the same person', async () => {
    const before = ann.cookie;
    const { status, body } = await ann.post<UserWire>('/api/user/refresh', {});
    expect({ status, name: body.username }).toEqual({ status: 200, name: ann.name });
    expect(ann.cookie).not.toBe(before);
    expect((await ann.get<UserWire>('/user/session')).body.username).toBe(ann.name);
  });
});

describe('[RO-1] every call requires a session', () => {
  test.each([
    ['GET', '/user/session'],
    ['GET', '/user/getUsers'],
    ['GET', '/user/getUser/Ann'],
    ['GET', '/question/getQuestion?order=newest'],
    ['GET', `/question/getQuestionById/${unknownId}`],
    ['POST', '/question/addQuestion'],
    ['POST', '/answer/addAnswer'],
    ['POST', '/user/logout'],
  ])('%s %s', async (method, path) => {
    const asking = method === 'POST' ? { body: {} } : {};
    expect(await visitor.call(method, path, asking)).toMatchObject({ status: 401, body: { code: 'session.missing' } });
    expect(await visitor.call(method, path, { ...asking, atRoot: true })).toMatchObject({ status: 401 });
  });

  test('and refuses a forged one', async () => {
    const forger = new Visitor(url);
    const [header, payload] = (ann.cookies.get('parlour_access') ?? '').split('.');
    for (const token of [`${header}.${payload}.`, `${header}.${payload}.AAAA`, 'garbage', none(payload ?? '')]) {
      forger.cookies.set('parlour_access', token);
      expect(await forger.get('/user/session')).toMatchObject({ status: 401, body: { code: 'session.missing' } });
    }
  });
});

function none(payload: string): string {
  return `${Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')}.${payload}.`;
}

describe('asking and answering', () => {
  test('[T-4] fields owned by the server are dropped, at the root and under /api', async () => {
    for (const place of [{}, { atRoot: true }] as const) {
      const asking = { body: questionBody(ann.name, 'By whom?'), ...place };
      const { status, body } = await ann.call<QuestionWire>('POST', '/question/addQuestion', asking);
      expect(status).toBe(200);
      expect(body).toMatchObject({ askedBy: ann.name, upVotes: [], views: [], answers: [], answerCount: 0 });
      expect(body.askDateTime).not.toMatch(/^1970/);
    }
  });

  test('a question is read, viewed once, answered', async () => {
    const asked = await ann.ask('Where do swallows winter?');
    await ben.read(asked._id);
    await ben.read(asked._id);
    const answer = await ben.answer(asked._id, 'In **Africa**.');
    expect(answer).toMatchObject({ text: 'In **Africa**.', ansBy: ben.name, comments: [] });
    expect(await ann.read(asked._id)).toMatchObject({ answers: [answer], answerCount: 1, views: [ann.name, ben.name] });
    expect((await ben.questions('&search=swallows')).find((row) => row._id === asked._id)).toMatchObject({
      answerCount: 1,
      viewCount: 2,
    });
  });

  test('[T-5] a page of the list has its total and the next page', async () => {
    const tags = [{ name: 'pages-of-http' }];
    await ann.ask('One more', { tags });
    await ann.ask('And another', { tags });
    const list = '/api/question/getQuestion?order=newest&search=[pages-of-http]';
    const first = await ann.get<QuestionRowWire[]>(`${list}&limit=1`);
    expect(first.headers.get('x-total-count')).toBe('2');
    const [, next] = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '') ?? [];
    const second = await ann.get<QuestionRowWire[]>(new URL(next ?? '', url).href.slice(url.length));
    expect([first.body[0]?.title, second.body[0]?.title]).toEqual(['And another', 'One more']);
  });

  test('[T-11] the same key again answers the same and changes nothing', async () => {
    const body = questionBody(ann.name, 'Only once?');
    const key = { 'idempotency-key': 'the-same' };
    const answers = await Promise.all([1, 2, 3].map(() => ann.post<QuestionWire>('/question/addQuestion', body, key)));
    expect(new Set(answers.map((answer) => answer.body._id)).size).toBe(1);
    const other = await ann.post('/question/addQuestion', { ...body, title: 'Another' }, key);
    expect(other).toMatchObject({ status: 409, body: { code: 'command.keyReused' } });
  });

  test('people are found', async () => {
    const { body } = await ann.get<UserRowWire[]>(`/user/getUsers?search=${ben.name.slice(1).toUpperCase()}`);
    expect(body.map((user) => user.username)).toEqual([ben.name]);
    expect((await ann.get<UserWire>(`/user/getUser/${ben.name.toLowerCase()}`)).body).toMatchObject({
      username: ben.name,
    });
    expect(await ann.get('/user/getUser/nobody')).toMatchObject({ status: 404, body: { code: 'user.unknown' } });
  });
});

describe('[T-2] bad input gets a clear error and changes nothing', () => {
  const posted = async (): Promise<number> =>
    (await ann.get<{ total: number }>(`/user/getUser/${ann.name}/contributions`)).body.total;
  const valid = (): Record<string, unknown> => questionBody(ann.name, 'Valid');
  const without = (name: string): Record<string, unknown> => {
    const body = valid();
    delete body[name];
    return body;
  };
  const cases: readonly (readonly [string, () => Record<string, unknown>, string])[] = [
    ['no title', () => without('title'), messages.titleEmpty],
    ['a blank title', () => ({ ...valid(), title: '  ' }), messages.titleEmpty],
    ['[VA-3] a long title', () => ({ ...valid(), title: 'x'.repeat(101) }), messages.titleTooLong],
    ['[VA-4] no text', () => without('text'), messages.questionTextEmpty],
    ['a long text', () => ({ ...valid(), text: 'x'.repeat(30_001) }), messages.questionTextTooLong],
    ['[VA-5] a bad link', () => ({ ...valid(), text: '[x](javascript:alert(1))' }), messages.hyperlinkInvalid],
    ['[VA-6] no tags', () => ({ ...valid(), tags: [] }), messages.tagsMissing],
    ['201 tags', () => ({ ...valid(), tags: Array.from({ length: 201 }, (_, n) => ({ name: `t${n}` })) }), ''],
    ['a number for a title', () => ({ ...valid(), title: 7 }), ''],
    ['an object for a text', () => ({ ...valid(), text: { $gt: '' } }), ''],
    ['a string for tags', () => ({ ...valid(), tags: 'css' }), ''],
    ['a NUL', () => ({ ...valid(), text: 'a\0b' }), messages.textIllFormed],
    ['half a character', () => ({ ...valid(), title: '\ud800' }), messages.textIllFormed],
  ];
  test.each(cases)('%s', async (_, body, text) => {
    const before = await posted();
    const answer = await ann.post<{ error: string }>('/question/addQuestion', body());
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body as object).sort()).toEqual(['code', 'error']);
    if (text !== '') expect(answer.body.error).toBe(text);
    expect(await posted()).toBe(before);
  });

  test('names of others', async () => {
    const answer = await ann.post('/question/addQuestion', questionBody(ben.name, 'As somebody else'));
    expect(answer).toMatchObject({ status: 403, body: { code: 'actor.other' } });
    expect(await ann.get(`/question/getQuestion?order=newest&username=${ben.name}`)).toMatchObject({ status: 403 });
    expect(await ann.questions('&search=somebody%20else')).toEqual([]);
  });

  test('[T-7] broken, huge, foreign and unknown requests', async () => {
    const path = '/api/question/addQuestion';
    expect(await ann.call('POST', path, { raw: '{"title": ' })).toMatchObject({ status: 400 });
    const huge = JSON.stringify({ text: 'x'.repeat(10 * 1024 * 1024) });
    expect((await ann.call('POST', path, { raw: huge }).catch(() => ({ status: 413 }))).status).toBe(413);
    const form = { raw: 'title=x', headers: { 'content-type': 'application/x-www-form-urlencoded' } };
    expect(await ann.call('POST', path, form)).toMatchObject({ status: 415 });
    const foreign = { body: valid(), headers: { origin: 'https://evil.example' } };
    expect(await ann.call('POST', path, foreign)).toMatchObject({ status: 403, body: { code: 'origin.foreign' } });
    const crossSite = { body: valid(), headers: { 'sec-fetch-site': 'cross-site' } };
    expect(await ann.call('POST', path, crossSite)).toMatchObject({ status: 403 });
    expect(await ann.get('/api/nowhere')).toMatchObject({ status: 404, body: { code: 'route.unknown' } });
    expect(await ann.get('/api/question/getQuestionById/7')).toMatchObject({
      status: 400,
      body: { code: 'id.malformed' },
    });
    expect(await ann.get(`/api/question/getQuestionById/${unknownId}`)).toMatchObject({ status: 404 });
    expect(await ann.get('/api/question/getQuestion?order=random')).toMatchObject({ status: 400 });
    expect(await ann.get('/api/question/getQuestion?limit=0')).toMatchObject({ status: 400 });
    expect((await ann.get('/api/user/getUser/%E0%A4%A')).status).toBe(400);
    expect(await ann.post('/answer/addAnswer', { qid: unknownId, ans: { text: 'x', ansBy: ann.name } })).toMatchObject({
      status: 404,
    });
    const { _id: qid } = await ann.ask('A question without an answer');
    expect(await ann.post('/answer/addAnswer', { qid })).toMatchObject({
      status: 400,
      body: { error: messages.answerTextEmpty },
    });
    expect(await ann.post('/user/signup', { username: 'a/b', password: 'x' })).toMatchObject({ status: 400 });
    expect(await ann.post('/user/signup', {})).toMatchObject({
      status: 400,
      body: { error: messages.credentialsRequired },
    });
  });
});

describe('the page and its surroundings', () => {
  const navigation = { headers: { accept: 'text/html', 'sec-fetch-dest': 'document' } };

  test.each(['/', '/home', `/question/${unknownId}`, '/user/Ann', '/community/x', '/games/leaderboard'])(
    '[SC-5, T-3] a hard refresh of %s gets the application',
    async (path) => {
      const { status, body, headers } = await visitor.get<string>(path, navigation);
      expect(status).toBe(200);
      expect(body).toContain('<div id="root">');
      expect(headers.get('content-security-policy')).toContain("default-src 'self'");
    },
  );

  test('health, OpenAPI and the headers', async () => {
    expect(await visitor.get('/health/live')).toMatchObject({ status: 200 });
    expect(await visitor.get('/health/ready')).toMatchObject({ status: 200 });
    expect((await visitor.get<string>('/docs', navigation)).status).toBe(200);
    // Other files ask questions meanwhile, but none with this tag.
    await ann.ask('Is this list sent again?', { tags: [{ name: 'sent-again' }] });
    const list = '/api/question/getQuestion?order=newest&search=[sent-again]';
    const { headers } = await ann.get(list);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cache-control')).toBe('private, no-cache');
    const again = await ann.get(list, {
      headers: { 'if-none-match': headers.get('etag') ?? '' },
    });
    expect(again.status).toBe(304);
    expect((await ann.get('/api/user/session')).headers.get('cache-control')).toBe('no-store');
  });
});

test('nothing secret and nothing unexpected was logged', async () => {
  const log = (await outputOfSharedSite()).join('\n');
  for (const secret of [ann.password, ann.cookies.get('parlour_access') ?? 'missing', 'correct horse']) {
    expect(log).not.toContain(secret);
  }
  expect(log).not.toMatch(/"level":(50|60)/);
});
