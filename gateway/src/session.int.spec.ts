import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { ProvidersWire } from '@parlour/contracts/identity/identity';
import { type Answer, cookiesOf, RunningGateway, signingKey } from './testing/running-gateway.ts';

let gateway: RunningGateway;

beforeAll(async () => {
  gateway = await RunningGateway.start({ TRUSTED_PROXIES: '127.0.0.1' });
});

afterAll(() => gateway.stop());

const credentials = { username: 'Ann', password: 'right' };
const whoAmI = (cookie: string, at: RunningGateway = gateway) => at.send('/api/user/session', { headers: { cookie } });
const code = (answer: Answer) => (answer.json as { code?: string }).code;
const attributes = (cookie: string | undefined) => (cookie ?? '').split('; ').slice(1).sort();

describe('the cookies of a session', () => {
  it('are unreachable for scripts and other sites', async () => {
    const { cookies, headers } = await gateway.post('/api/user/login', credentials);
    expect(cookies.map((cookie) => cookie.split('=', 1)[0])).toEqual([
      'parlour_access',
      'parlour_refresh',
      'parlour_browser',
    ]);
    expect(attributes(cookies[0])).toEqual(['HttpOnly', 'Max-Age=900', 'Path=/', 'SameSite=Lax']);
    expect(attributes(cookies[1])).toEqual([expect.stringMatching(/^Expires=/), 'HttpOnly', 'Path=/', 'SameSite=Lax']);
    expect(attributes(cookies[2])).toEqual(['HttpOnly', 'Max-Age=15552000', 'Path=/api/user', 'SameSite=Lax']);
    expect(headers['cache-control']).toBe('no-store');
  });

  it('tell whether somebody has signed in with a browser before', async () => {
    const answer = await gateway.post('/api/user/login', credentials);
    const before = async (cookie: string) =>
      ((await gateway.send('/api/user/providers', { headers: { cookie } })).json as ProvidersWire).signedInBefore;
    expect(await before('')).toBe(false);
    expect(await before(cookiesOf(answer, 'parlour_access'))).toBe(true);
    expect(await before(cookiesOf(answer, 'parlour_browser'))).toBe(true);
  });

  it('are bound to the host on https', async () => {
    const https = { 'x-forwarded-proto': 'https' };
    const answer = await gateway.post('/api/user/login', credentials, https);
    expect(answer.cookies.map((cookie) => cookie.split('=', 1)[0])).toEqual([
      '__Host-parlour_access',
      '__Host-parlour_refresh',
      '__Secure-parlour_browser',
    ]);
    for (const cookie of answer.cookies) expect(attributes(cookie)).toContain('Secure');
    const headers = { ...https, cookie: cookiesOf(answer) };
    expect((await gateway.send('/api/user/session', { headers })).status).toBe(200);
    // Another host of the domain can plant the plain name, but not the prefixed one.
    const planted = { ...https, cookie: cookiesOf(answer).replaceAll('__Host-', '') };
    expect((await gateway.send('/api/user/session', { headers: planted })).status).toBe(401);
  });

  it('[S-19] are another port’s own: two sites of one host, in one browser', async () => {
    const other = await RunningGateway.start();
    const jar = new Map<string, string>();
    // As a browser does: all cookies of the host to both.
    const call = async (at: RunningGateway, path: string, body?: object) => {
      const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
      const response = await fetch(at.origin + path, {
        headers: { 'content-type': 'application/json', cookie },
        ...(body && { method: 'POST', body: JSON.stringify(body) }),
      });
      for (const line of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        if (value === '') jar.delete(name);
        else jar.set(name, value);
      }
      return { status: response.status, body: await response.json() };
    };
    const schemeOf = async (at: RunningGateway) =>
      ((await call(at, '/docs-json')).body as OpenAPIObject).components?.securitySchemes?.['session'];
    try {
      for (const at of [gateway, other]) expect((await call(at, '/api/user/login', credentials)).status).toBe(200);
      expect(jar.size).toBe(6);
      for (const at of [gateway, other]) {
        expect((await call(at, '/api/user/session')).status).toBe(200);
        expect(await schemeOf(at)).toMatchObject({ name: `parlour_access_${new URL(at.origin).port}` });
      }
      expect((await call(other, '/api/user/logout', {})).status).toBe(200);
      expect((await call(other, '/api/user/session')).status).toBe(401);
      expect((await call(gateway, '/api/user/session')).status).toBe(200);
    } finally {
      await other.stop();
    }
  });

  it('never show the refresh token in a body', async () => {
    expect((await gateway.post('/api/user/login', credentials)).text).not.toContain('refresh');
  });

  it.each(['/api/user/login', '/api/user/signup'])('%s sets no cookie when it is refused', async (path) => {
    const answer = await gateway.post(path, { username: 5 });
    expect(answer.cookies).toEqual([]);
  });

  it('are not set after a wrong password, which is 401 with its own code', async () => {
    const answer = await gateway.post('/api/user/login', { username: 'Ann', password: 'wrong' });
    expect(answer.json).toEqual({ error: 'Login failed', code: 'login.failed' });
    expect(answer.status).toBe(401);
    expect(answer.cookies).toEqual([]);
  });
});

describe('refreshing', () => {
  it('[CA-59] returns a new pair', async () => {
    gateway.standIns.answer({
      'identity.refresh': ({ request }) => ({
        user: {
          _id: 'u',
          username: 'Ann',
          dateJoined: '2026-01-05T09:03:07.000Z',
          biography: '',
          followers: [],
          following: [],
          isFollowed: false,
          followerCount: 0,
          followingCount: 0,
          picture: null,
          followVisibility: true,
          isGoogleUser: false,
        },
        sessionId: 'goes-on',
        refreshToken: `after ${request.refreshToken}`,
        authenticatedAt: '2026-01-05T09:03:07.000Z',
        refreshExpiresAt: '2036-01-05T09:03:07.000Z',
      }),
    });
    const before = await gateway.post('/api/user/login', credentials);
    const answer = await gateway.post('/api/user/refresh', {}, { cookie: cookiesOf(before, 'parlour_refresh') });
    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject({ username: 'Ann' });
    expect(cookiesOf(answer, 'parlour_refresh')).toBe(
      `parlour_refresh=${encodeURIComponent(`after ${cookiesOf(before, 'parlour_refresh').split('=')[1] ?? ''}`)}`,
    );
    expect((await whoAmI(cookiesOf(answer, 'parlour_access'))).status).toBe(200);
  });

  it('works without a body', async () => {
    const before = await gateway.post('/api/user/login', credentials);
    const headers = { cookie: cookiesOf(before, 'parlour_refresh') };
    expect((await gateway.send('/api/user/refresh', { method: 'POST', headers })).status).toBe(200);
  });

  it.each(['', 'parlour_refresh=', 'parlour_access=x'])('is refused with %j', async (cookie) => {
    const answer = await gateway.post('/api/user/refresh', {}, { cookie });
    expect({ status: answer.status, code: code(answer) }).toEqual({ status: 401, code: 'session.missing' });
  });

  it('is refused if identity refuses it', async () => {
    gateway.standIns.refuse('identity.refresh', 'session.ended', 'Please sign in to continue.');
    const answer = await gateway.post('/api/user/refresh', {}, { cookie: 'parlour_refresh=old' });
    expect({ status: answer.status, code: code(answer) }).toEqual({ status: 401, code: 'session.ended' });
    expect(answer.cookies).toEqual([]);
  });
});

describe('an access token', () => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

  it.each([
    ['nonsense', () => 'nonsense'],
    ['empty', () => ''],
    ['changed', ([head, , end]: string[]) => `${head}.${part({ sub: 'x' })}.${end}`],
    ['without an algorithm', ([, body]: string[]) => `${part({ alg: 'none', typ: 'JWT' })}.${body}.`],
    [
      'expired',
      ([head, body]: string[]) => {
        const claims = JSON.parse(Buffer.from(body ?? '', 'base64url').toString()) as object;
        const start = `${head}.${part({ ...claims, exp: 1_000_000_000 })}`;
        return `${start}.${createHmac('sha256', signingKey).update(start).digest('base64url')}`;
      },
    ],
  ])('%s is not valid', async (_, forge) => {
    const { cookie } = await gateway.signIn();
    const forged = forge(cookie.replace('parlour_access=', '').split('.'));
    const answer = await whoAmI(`parlour_access=${forged}`);
    expect(answer.json).toEqual({ error: 'Please sign in to continue.', code: 'session.missing' });
    expect(answer.status).toBe(401);
  });

  it('is valid with either of two keys, and each gateway knows its own', async () => {
    const other = await RunningGateway.start({}, { keys: [Buffer.alloc(32, 9), signingKey] });
    const mine = (await gateway.signIn()).cookie;
    const theirs = (await other.signIn()).cookie;
    expect((await whoAmI(mine, other)).status).toBe(200);
    expect((await whoAmI(theirs, other)).status).toBe(200);
    expect((await whoAmI(theirs)).status).toBe(401);
    await other.stop();
  });
});

describe('a session that ended', () => {
  it('by logout: at once, with its cookies', async () => {
    const { cookie } = await gateway.signIn();
    const answer = await gateway.post('/api/user/logout', {}, { cookie });
    expect(answer.json).toEqual({ loggedOut: true });
    expect(answer.cookies.map((each) => each.split(';', 1)[0])).toEqual(['parlour_access=', 'parlour_refresh=']);
    expect(attributes(answer.cookies[1])).toContain('Path=/');
    const after = await whoAmI(cookie);
    expect({ status: after.status, code: code(after) }).toEqual({ status: 401, code: 'session.ended' });
  });

  it('by signing in again in the same browser, and only there', async () => {
    const older = cookiesOf(await gateway.post('/api/user/login', credentials), 'parlour_access');
    const elsewhere = await gateway.signIn();
    await whoAmI(older);
    const { sessionId, actor } = gateway.standIns.last('identity.getSession').context;
    const wrong = await gateway.post('/api/user/login', { ...credentials, password: 'wrong' }, { cookie: older });
    expect(wrong.status).toBe(401);
    expect((await whoAmI(older)).status).toBe(200);
    const again = await gateway.post('/api/user/login', credentials, { cookie: older });
    expect(again.status).toBe(200);
    expect(gateway.standIns.last('identity.logout')).toMatchObject({ request: { sessionId }, context: { actor } });
    expect(code(await whoAmI(older))).toBe('session.ended');
    for (const cookie of [elsewhere.cookie, cookiesOf(again, 'parlour_access')]) {
      expect((await whoAmI(cookie)).status).toBe(200);
    }
  });

  it('signing in works even if the older session cannot be ended', async () => {
    const logouts = gateway.standIns.count('identity.logout');
    const forged = await gateway.post('/api/user/login', credentials, { cookie: 'parlour_access=x.y.z' });
    expect(forged.status).toBe(200);
    expect(gateway.standIns.count('identity.logout')).toBe(logouts);
    gateway.standIns.refuse('identity.logout', 'service.unavailable', 'no');
    const older = cookiesOf(forged, 'parlour_access');
    expect((await gateway.post('/api/user/login', credentials, { cookie: older })).status).toBe(200);
  });

  it('elsewhere: as soon as the bus says so, and no other with it', async () => {
    const { cookie } = await gateway.signIn();
    const another = await gateway.signIn();
    await whoAmI(cookie);
    const sessionId = gateway.standIns.last('identity.getSession').context.sessionId ?? '';
    await gateway.publishLive({ endedSessions: [{ sessionId, endedAt: new Date().toISOString() }] });
    expect(code(await whoAmI(cookie))).toBe('session.ended');
    expect((await whoAmI(another.cookie)).status).toBe(200);
  });
});

it('no session is accepted, and readiness fails, until ended sessions are known', async () => {
  const early = await RunningGateway.start({}, { identityAway: true });
  const { cookie } = await gateway.signIn();
  const answer = await whoAmI(cookie, early);
  expect({ status: answer.status, code: code(answer) }).toEqual({ status: 503, code: 'service.unavailable' });
  const ready = await early.send('/health/ready');
  expect(ready.status).toBe(503);
  expect(ready.json).toMatchObject({
    ready: false,
    parts: { identity: false, qa: true, sessions: false },
    code: 'service.unavailable',
  });
  expect((await early.send('/health/live')).json).toEqual({ alive: true });
  early.standIns.open('identity');
  await early.untilReady();
  expect((await whoAmI(cookie, early)).status).toBe(200);
  await early.stop();
});
