import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { DomainError } from '@parlour/contracts/errors';
import { messages } from '@parlour/contracts/messages';
import { RateLimits } from './limits/rate-limits.ts';
import { EndedSessions } from './session/ended-sessions.ts';
import { type Answer, cookiesOf, next, RunningGateway } from './testing/running-gateway.ts';
import { standInSite, standInTerms, unknownId } from './testing/stand-ins.ts';

let gateway: RunningGateway;

beforeAll(async () => {
  gateway = await RunningGateway.start({ LIMITS: 'strict', TRUSTED_PROXIES: '127.0.0.1' });
});

afterEach(() => {
  jest.useRealTimers();
  gateway.reset();
});

afterAll(() => gateway.stop());

/** From another address, through the trusted proxy. */
const at = (address: string) => ({ 'x-forwarded-for': address });

function expectRefused(answer: Answer | undefined): void {
  const seconds = Number(answer?.headers['retry-after']);
  expect(seconds).toBeGreaterThan(0);
  expect(answer?.json).toEqual({ error: messages.tooManyRequests(seconds), code: 'limit.reached' });
  expect(answer?.status).toBe(429);
}

describe('[O-13] one address', () => {
  const login = (username: string, password: string, headers: Record<string, string> = at('192.0.2.1')) =>
    gateway.post('/api/user/login', { username, password }, headers);
  const people = (count: number) => Array.from({ length: count }, (_, place) => `person${place}`);
  /** One after another, at the pace that the limit of all requests allows. */
  async function inTurn(names: string[], act: (name: string) => Promise<Answer>): Promise<number[]> {
    const statuses: number[] = [];
    for (const name of names) {
      jest.advanceTimersByTime(100);
      statuses.push((await act(name)).status);
    }
    return statuses;
  }

  beforeEach(() => stopClock());

  it('lets a class sign up, and sign in again and again', async () => {
    const signup = (username: string) =>
      gateway.post('/api/user/signup', { username, password: 'right' }, at('192.0.2.1'));
    expect(new Set(await inTurn(people(40), signup))).toEqual(new Set([200]));
    const all = [...people(40), ...people(40), ...people(40), ...people(40)];
    expect(new Set(await inTurn(all, (name) => login(name, 'right')))).toEqual(new Set([200]));
  });

  it('guesses 60 passwords a minute, of whichever accounts', async () => {
    const statuses = await inTurn(people(61), (name) => login(name, 'wrong'));
    expect(statuses).toEqual([...Array.from({ length: 60 }, () => 401), 429]);
    expectRefused(await login('else', 'right'));
    expect((await login('else', 'right', at('192.0.2.2'))).status).toBe(200);
  });

  it('does not stop a browser that has signed in to the account before', async () => {
    const known = { ...at('192.0.2.1'), cookie: cookiesOf(await login('ann', 'right'), 'parlour_browser') };
    await inTurn(people(61), (name) => login(name, 'wrong'));
    expect((await login('ann', 'right', known)).status).toBe(200);
  });
});

it('guesses at one account from many addresses have to wait, even with the right password', async () => {
  stopClock();
  const login = (password: string, address: string) =>
    gateway.post('/api/user/login', { username: ' ANN ', password }, at(address));
  for (const last of [1, 2, 3, 4, 5, 6, 7, 8]) await login('wrong', `192.0.2.${last}`);
  expect(gateway.standIns.count('identity.login')).toBe(5);
  expectRefused(await login('right', '192.0.2.9'));
});

it('questions are counted per person, from any address', async () => {
  const ann = await gateway.signIn('Ann');
  const bob = await gateway.signIn('Bob');
  const ask = (who: { cookie: string }, address: string) =>
    gateway.post('/question/addQuestion', { title: 'a', text: 'b', tags: [] }, { ...who, ...at(address) });
  const answers: Answer[] = [];
  for (let last = 1; last <= 11; last++) answers.push(await ask(ann, `192.0.2.${last}`));
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(10);
  expectRefused(answers.at(-1));
  expect((await ask(bob, '192.0.2.1')).status).toBe(200);
});

it.each([
  ['search', 'GET', '/api/question/getQuestion?search=a'],
  ['search', 'GET', '/api/question/getQuestion?tag=a'],
  ['complete', 'GET', '/api/user/complete?prefix=b'],
  ['complete', 'GET', '/user/complete'],
  ['complete', 'GET', '/tag/complete?prefix=b'],
  // Up to a hundred texts.
  ['history', 'GET', `/api/question/history/${unknownId}`],
  ['history', 'GET', `/api/answer/history/${unknownId}`],
  ['history', 'GET', `/api/tag/history/${unknownId}`],
  // These may be megabytes.
  ['reading', 'GET', `/api/question/getQuestionById/${unknownId}`],
  ['reading', 'GET', '/api/messaging/getMessages'],
  ['reading', 'GET', `/api/chat/${unknownId}`],
  ['google', 'POST', '/api/user/googleLogin'],
  ['account', 'PATCH', '/api/user/toggleFollowVisibility'],
  ['account', 'PATCH', '/api/user/resetPassword'],
  ['vote', 'POST', '/api/question/upvoteQuestion'],
  ['vote', 'POST', '/api/question/downvoteQuestion'],
  ['vote', 'POST', '/api/question/followQuestion'],
  ['comment', 'POST', '/api/comment/addComment'],
  ['message', 'POST', '/api/messaging/addMessage'],
  ['chat', 'POST', '/api/chat/createChat'],
  ['game', 'POST', '/api/games/create'],
  ['game', 'POST', '/api/games/invite'],
  ['withdrawal', 'POST', '/api/games/withdraw'],
  ['seat', 'POST', '/api/games/join'],
  ['seat', 'POST', '/api/games/leave'],
  ['seat', 'POST', '/api/games/decline'],
  ['seat', 'POST', '/api/games/claim'],
  ['seat', 'POST', '/api/games/rematch'],
])('[BM-41] counted as %s, and as a request: %s %s', async (kind, method, path) => {
  const ann = await gateway.signIn();
  const take = jest.spyOn(gateway.app.get(RateLimits), 'take');
  await gateway.send(path, { method, headers: ann, body: method === 'GET' ? undefined : {} });
  expect(take.mock.calls.map(([counted]) => counted)).toEqual(['request', kind]);
});

it('a list that is not searched is a request only', async () => {
  const ann = await gateway.signIn();
  const take = jest.spyOn(gateway.app.get(RateLimits), 'take');
  await gateway.send('/api/question/getQuestion', { headers: ann });
  expect(take.mock.calls.map(([kind]) => kind)).toEqual(['request']);
});

it('each call that changes something is counted by a limit of its kind, except what can’t be changed back', async () => {
  stopClock();
  const { paths } = (await gateway.send('/docs-json')).json as { paths: Record<string, object> };
  const take = jest.spyOn(gateway.app.get(RateLimits), 'take');
  const uncounted: string[] = [];
  let calls = 0;
  for (const [path, methods] of Object.entries(paths)) {
    for (const method of Object.keys(methods).filter((each) => each !== 'get')) {
      calls += 1;
      const address = at(`192.0.2.${calls}`);
      // At the pace that the limit of all requests allows.
      jest.advanceTimersByTime(100);
      // Each time, for one of these calls ends the session.
      const signedUp = await gateway.post('/api/user/signup', { username: 'Ann', password: 'right' }, address);
      const headers = { cookie: cookiesOf(signedUp, 'parlour_access'), ...address };
      take.mockClear();
      await gateway.send(path.replaceAll(/\{\w+\}/g, unknownId), { method: method.toUpperCase(), headers, body: {} });
      const [first, ...kinds] = take.mock.calls.map(([kind]) => kind);
      expect([path, first]).toEqual([path, 'request']);
      if (kinds.length === 0) uncounted.push(path);
    }
  }
  expect(calls).toBeGreaterThan(60);
  // These write no event, or one for each thing that others have made.
  expect(uncounted.toSorted()).toEqual([
    '/api/chat/{chatId}/markRead',
    '/api/deleteNotification/{username}/{notificationId}',
    '/api/notifications/markRead',
    '/api/notifications/readAll',
    '/api/notifications/view',
    '/api/question/markRead',
    '/api/user/logout',
    '/api/user/refresh',
  ]);
});

it('calls of operators are limited, but to others they are unknown however often they ask', async () => {
  const statuses = async (who: { cookie: string }): Promise<Set<number>> => {
    const all = new Set<number>();
    for (let last = 1; last <= 61; last++) {
      const headers = { ...who, ...at(`192.0.2.${last}`) };
      all.add((await gateway.post('/admin/suspend', { username: 'Bob' }, headers)).status);
    }
    return all;
  };
  expect(await statuses(await gateway.signIn('Bob'))).toEqual(new Set([404]));
  expect(await statuses(await gateway.signIn('Ann'))).toEqual(new Set([200, 429]));
});

it('an address has a limit for all requests, not shared with other addresses or the page', async () => {
  const storm = Array.from({ length: 400 }, () => gateway.send('/api/user/session', { headers: at('192.0.2.1') }));
  const answers = await Promise.all(storm);
  expectRefused(answers.find((answer) => answer.status === 429));
  expect((await gateway.send('/api/user/session', { headers: at('192.0.2.2') })).status).toBe(401);
  expect((await gateway.send('/assets/app-1a2b.js', { headers: at('192.0.2.1') })).status).toBe(200);
});

it('people who are signed in have limits of their own, whatever others at their address do', async () => {
  const [ann, bob] = [await gateway.signIn('Ann'), await gateway.signIn('Bob')];
  // A handshake makes the gateway know them, as the first request does.
  for (const person of [ann, bob]) await next(gateway.socket(person), 'connect');
  const ask = async (headers: Record<string, string>) => (await gateway.send('/api/user/session', { headers })).status;
  const storm = (headers: Record<string, string>) => Promise.all(Array.from({ length: 400 }, () => ask(headers)));
  const others = storm({});
  expect(await ask(ann)).toBe(200);
  await next(gateway.socket(ann), 'connect');
  expect(await others).toContain(429);
  const own = storm(ann);
  expect(await ask(bob)).toBe(200);
  expect(await own).toContain(429);
  // Whoever keeps the token of an ended session counts as a stranger.
  const { sid } = JSON.parse(Buffer.from(bob.cookie.split('.')[1] ?? '', 'base64url').toString()) as { sid: string }; // signed by the gateway
  gateway.app.get(EndedSessions).add([{ sessionId: sid, endedAt: new Date().toISOString() }]);
  const take = jest.spyOn(gateway.app.get(RateLimits), 'take');
  // At an address that has sent nothing yet.
  expect(await ask({ ...bob, ...at('192.0.2.9') })).toBe(401);
  expect(take.mock.calls).toEqual([['request', '192.0.2.9']]);
});

it.each([
  ['the health check', '/health/ready', 'health'],
  ['a missing page', '/nothing', 'open'],
  ['screens', '/home', 'open'],
  ['the documentation', '/docs', 'open'],
])('%s is counted per address', async (_, path, kind) => {
  const take = jest.spyOn(gateway.app.get(RateLimits), 'take');
  await gateway.send(path, { headers: { accept: 'text/html', ...at('192.0.2.1') } });
  expect(take.mock.calls).toEqual([[kind, '192.0.2.1']]);
  take.mockRejectedValueOnce(new DomainError('limit.reached', messages.tooManyRequests(1), 1));
  expectRefused(await gateway.send(path, { headers: { accept: 'text/html', ...at('192.0.2.1') } }));
});

it('a person has ten sockets', async () => {
  const ann = await gateway.signIn();
  for (let count = 0; count < 10; count++) await next(gateway.socket(ann), 'connect');
  expect(await next(gateway.socket(ann), 'connect_error')).toMatchObject({ message: 'limit.reached' });
  const bob = await gateway.signIn('Bob');
  await next(gateway.socket(bob), 'connect');
});

it('a flooding socket is closed', async () => {
  const socket = gateway.socket(await gateway.signIn());
  await next(socket, 'connect');
  const left = next(socket, 'disconnect');
  for (let count = 0; count < 100; count++) socket.emit('joinChat', 'x');
  expect(await left).toBe('transport close');
});

it('a connection ends with its socket: another one on it would have new limits, and none would have no limit', async () => {
  const socket = gateway.socket(await gateway.signIn());
  await next(socket, 'connect');
  const left = next(socket, 'disconnect');
  // Engine.IO's message, Socket.IO's DISCONNECT.
  socket.io.engine.write('1');
  expect(await left).toBe('transport close');
});

/**
 * Waits and limits pass by the clock, and a busy machine takes seconds for a few requests. What the
 * gateway does at intervals goes on: without its polls, nobody would be believed after 15 s.
 */
function stopClock(): void {
  jest.useFakeTimers({
    doNotFake: ['hrtime', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate', 'clearImmediate', 'setInterval'],
  });
}

describe('guesses at an account’s password', () => {
  beforeEach(stopClock);

  const login = (password: string, address: string, cookie = '', username = 'ann') =>
    gateway.post('/api/user/login', { username, password }, { ...at(address), cookie });
  const somewhere = (last: number) => `192.0.2.${last}`;

  it('are counted before they are compared: of 45 at once five are', async () => {
    const answers = await Promise.all(Array.from({ length: 45 }, (_, last) => login('wrong', somewhere(last))));
    expect(gateway.standIns.count('identity.login')).toBe(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(40);
  });

  it.each([
    ['998 blanks before it', `${' '.repeat(998)}ann`],
    ['100,000 blanks behind it', `ann${' '.repeat(100_000)}`],
    ['white space of other scripts around it', `\u00A0\u3000${'\u2003'.repeat(2_000)}\uFEFFann\u2028\n`],
    ['other letters that are the same', '\uFF21N\uFF2E'],
  ])('count for the account under its name with %s, which no other account resets', async (_, written) => {
    for (const last of [1, 2, 3, 4, 5]) {
      expect((await login('wrong', somewhere(last), '', written)).status).toBe(401);
      // Their own account, whose name is the start of the other one.
      expect((await login('right', somewhere(last), '', 'an')).status).toBe(200);
    }
    expectRefused(await login('right', somewhere(6), '', written));
    expectRefused(await login('right', somewhere(7)));
  });

  it('count for one account only, however long its name is in the form that is compared', async () => {
    // 18 letters each, in that form.
    const start = '\uFDFA'.repeat(6);
    for (const last of [1, 2, 3, 4, 5, 6]) await login('wrong', somewhere(last), '', `${start}a`);
    expectRefused(await login('right', somewhere(7), '', `${start}a`));
    expect((await login('right', somewhere(8), '', `${start}b`)).status).toBe(200);
  });

  it('that were not compared do not count', async () => {
    gateway.standIns.refuse('identity.login', 'service.unavailable', 'no');
    for (let last = 0; last < 8; last++) expect((await login('right', somewhere(last))).status).toBe(503);
  });

  it('do not delay people in a browser that has signed in to it before; its own guesses do', async () => {
    const known = cookiesOf(await login('right', somewhere(1)), 'parlour_browser');
    const another = cookiesOf(await login('right', somewhere(1), '', 'bob'), 'parlour_browser');
    for (let last = 10; last < 20; last++) await login('wrong', somewhere(last));
    for (const cookie of ['', another, 'parlour_browser=x.y.z']) {
      expectRefused(await login('right', somewhere(2), cookie));
    }
    expect((await login('right', somewhere(3), known)).status).toBe(200);
    for (let last = 20; last < 25; last++) expect((await login('wrong', somewhere(last), known)).status).toBe(401);
    expectRefused(await login('right', somewhere(4), known));
  });

  it('a browser used by several people is known to each account', async () => {
    let cookie = '';
    for (const name of ['ann', 'bob']) {
      cookie = cookiesOf(await login('right', somewhere(1), cookie, name), 'parlour_browser');
    }
    for (let last = 10; last < 20; last++) await login('wrong', somewhere(last));
    expect((await login('right', somewhere(3), cookie)).status).toBe(200);
  });

  it('a refreshed session keeps its browser known', async () => {
    const answer = await gateway.post('/api/user/refresh', {}, { cookie: 'parlour_refresh=refresh-1' });
    const cookie = cookiesOf(answer, 'parlour_browser');
    for (let last = 10; last < 20; last++) await login('wrong', somewhere(last));
    expect((await login('right', somewhere(3), cookie)).status).toBe(200);
  });

  it('are forgotten when the operator ends the delay, and counted anew from then on', async () => {
    for (let last = 10; last < 20; last++) await login('wrong', somewhere(last));
    expectRefused(await login('right', somewhere(3)));
    const delays = [{ username: 'ann', endedAt: new Date().toISOString() }];
    gateway.standIns.answer({
      'identity.endedSessions': () => ({ sessions: [], delays, site: standInSite, signUp: standInTerms }),
    });
    await gateway.app.get(EndedSessions).poll();
    for (let last = 20; last < 25; last++) expect((await login('wrong', somewhere(last))).status).toBe(401);
    await gateway.app.get(EndedSessions).poll();
    expectRefused(await login('right', somewhere(4)));
  });

  it('are forgotten in a browser that has signed in to the account before, too', async () => {
    const known = cookiesOf(await login('right', somewhere(1)), 'parlour_browser');
    for (let last = 10; last < 20; last++) await login('wrong', somewhere(last), known);
    expectRefused(await login('right', somewhere(3), known));
    const delays = [{ username: 'ann', endedAt: new Date().toISOString() }];
    gateway.standIns.answer({
      'identity.endedSessions': () => ({ sessions: [], delays, site: standInSite, signUp: standInTerms }),
    });
    await gateway.app.get(EndedSessions).poll();
    expect((await login('right', somewhere(3), known)).status).toBe(200);
    for (let last = 20; last < 25; last++) await login('wrong', somewhere(last), known);
    expectRefused(await login('right', somewhere(5), known));
  });
});

it.each(['/auth/google', '/auth/google/callback?code=x'])(
  'too many visits of %s end at the login screen',
  async (path) => {
    const visit = (accept: string) => gateway.send(path, { headers: { accept, ...at('192.0.2.1') } });
    stopClock();
    for (let count = 0; count < 120; count++) {
      jest.advanceTimersByTime(100);
      await visit('text/html');
    }
    const answer = await visit('text/html');
    expect([answer.status, answer.headers['location']]).toEqual([
      302,
      expect.stringMatching(/^\/\?google=limit&wait=\d+$/),
    ]);
    expectRefused(await visit('application/json'));
  },
);

it('sign-ups are limited to sixty at a time per address', async () => {
  const answers: Answer[] = [];
  stopClock();
  for (let count = 0; count < 61; count++) {
    jest.advanceTimersByTime(100);
    const body = { username: `guest ${count}`, password: 'right' };
    answers.push(await gateway.post('/api/user/signup', body, at('192.0.2.1')));
  }
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(60);
  expectRefused(answers.at(-1));
});

it('[O-15] sign-ups that the site was too busy for do not count', async () => {
  stopClock();
  const signup = (count: number) => {
    jest.advanceTimersByTime(100);
    return gateway.post('/api/user/signup', { username: `guest ${count}`, password: 'right' }, at('192.0.2.1'));
  };
  gateway.standIns.refuse('identity.signup', 'service.unavailable', 'no');
  for (let count = 0; count < 61; count++) expect((await signup(count)).status).toBe(503);
  gateway.standIns.reset();
  expect((await signup(61)).status).toBe(200);
});
