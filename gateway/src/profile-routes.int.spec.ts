import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { bodyHash } from '@parlour/kernel/rpc/calls';
import { RateLimits } from './limits/rate-limits.ts';
import { idOf, userOf } from './testing/stand-ins.ts';
import { type Answer, cookiesOf, RunningGateway } from './testing/running-gateway.ts';

let gateway: RunningGateway;
let ann: { cookie: string };

beforeAll(async () => {
  gateway = await RunningGateway.start();
});

afterAll(() => gateway.stop());

beforeEach(async () => {
  ann = await gateway.signIn('Ann');
  gateway.standIns.calls.length = 0;
});

const routes = [
  ['GET', 'user/getFollowers/Bob', undefined],
  ['GET', 'user/getFollowing/Bob', undefined],
  ['POST', 'user/follow', { currentUser: 'Ann', userToFollow: 'Bob' }],
  ['DELETE', 'user/unfollow', { currentUser: 'Ann', userToUnfollow: 'Bob' }],
  ['DELETE', 'user/unfollow?currentUser=Ann&userToUnfollow=Bob', undefined],
  ['POST', 'user/block', { username: 'Bob' }],
  ['POST', 'user/unblock', { username: 'Bob' }],
  ['GET', 'user/blocked', undefined],
  ['PATCH', 'user/resetPassword', { username: 'Ann', password: 'other' }],
  ['PATCH', 'user/updateBiography', { username: 'Ann', biography: 'Sails.' }],
  ['PATCH', 'user/toggleFollowVisibility', { username: 'Ann' }],
  ['GET', 'user/sessions', undefined],
  ['DELETE', 'user/deleteUser/Ann', undefined],
  ['POST', 'user/endSession', { sessionId: '01890a5d-ac96-774b-bcce-b302099a8057' }],
  ['POST', 'user/logoutEverywhere', {}],
] as const;
const everywhere = routes.flatMap(([method, path, body]) =>
  ['/', '/api/'].map((at) => [method, at + path, body] as const),
);

/** Node sends the body of a DELETE without Content-Length by default. */
function send(
  path: string,
  { method, body, headers = {} }: { method: string; body?: object | undefined; headers?: Record<string, string> },
): Promise<Answer> {
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(JSON.stringify(body))) };
  return gateway.send(path, { method, body, headers: { ...headers, ...length } });
}

function refusal(answer: Answer): unknown {
  return { status: answer.status, code: (answer.json as { code?: string } | undefined)?.code };
}

/** What an access token says. */
function claimsOf(cookie: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(cookie.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>;
}

function identityCalls(): string[] {
  return gateway.standIns.calls.map(({ name }) => name);
}

describe('[CA-4, CA-5, CA-12, CA-13, CA-14, CA-61, CA-62, CA-71] every route', () => {
  it.each(everywhere)(
    '%s %s answers 200 to signed-in users, and private data is never cached',
    async (method, path, body) => {
      const answer = await send(path, { method, body, headers: ann });
      expect(answer.status).toBe(200);
      expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
      // Lists of Bob's too: it may be a name that the caller had before.
      expect(answer.headers['cache-control']).toBe('no-store');
    },
  );

  it.each(everywhere)('%s %s requires a session', async (method, path, body) => {
    const answer = await send(path, { method, body });
    expect(refusal(answer)).toEqual({ status: 401, code: 'session.missing' });
    expect(identityCalls()).toEqual([]);
  });

  it.each(['/', '/api/'])('[CA-3, CA-63] googleLogin and providers below %s need no session', async (at) => {
    const login = await gateway.post(`${at}user/googleLogin`, { googleToken: 'a.b.c' });
    expect(login.json).toMatchObject({ username: 'Gail' });
    expect(cookiesOf(login, 'parlour_access', 'parlour_refresh')).not.toBe('');
    expect(gateway.standIns.last('identity.googleLogin')).toMatchObject({
      request: { googleToken: 'a.b.c', address: '127.0.0.1' },
      context: { idempotency: { bodyHash: bodyHash({}) } },
    });
    expect(gateway.standIns.last('identity.googleLogin').request).not.toHaveProperty('nonce');
    expect((await gateway.send(`${at}user/providers`)).status).toBe(200);
  });
});

describe('the actor', () => {
  const others = [
    ['POST', 'user/follow', { currentUser: 'Bob', userToFollow: 'Cay' }],
    ['DELETE', 'user/unfollow', { currentUser: 'Bob', userToUnfollow: 'Cay' }],
    ['DELETE', 'user/unfollow?currentUser=Bob&userToUnfollow=Cay', undefined],
    ['DELETE', 'user/unfollow?currentUser=Bob', { currentUser: 'Ann', userToUnfollow: 'Cay' }],
    ['PATCH', 'user/resetPassword', { username: 'Bob', password: 'other' }],
    ['PATCH', 'user/updateBiography', { username: 'Bob', biography: 'Sails.' }],
    ['PATCH', 'user/toggleFollowVisibility', { username: 'Bob' }],
    ['DELETE', 'user/deleteUser/Bob', undefined],
  ] as const;

  it.each(others)('[CA-9, RO-3, T-4] must be the caller: %s %s', async (method, path, body) => {
    const answer = await send(`/api/${path}`, { method, body, headers: ann });
    expect(refusal(answer)).toEqual({ status: 403, code: 'actor.other' });
    expect(identityCalls()).toEqual([]);
  });

  it('is filled in if omitted', async () => {
    await gateway.post('/api/user/follow', { userToFollow: 'Bob' }, ann);
    expect(gateway.standIns.last('identity.follow')).toMatchObject({
      request: { username: 'Bob' },
      context: { actor: { id: idOf('Ann'), name: 'Ann' } },
    });
    const reset = await gateway.send('/api/user/resetPassword', {
      method: 'PATCH',
      body: { password: 'x' },
      headers: ann,
    });
    expect(reset.status).toBe(200);
    expect(gateway.standIns.last('identity.resetPassword').context.sessionId).toEqual(expect.any(String));
  });
});

describe('the request', () => {
  it.each([
    ['POST', 'user/block', {}],
    ['POST', 'user/unblock', { username: 5 }],
    ['GET', 'user/blocked?limit=x', undefined],
    ['POST', 'user/follow', {}],
    ['POST', 'user/follow', { userToFollow: 5 }],
    ['POST', 'user/follow', { userToFollow: ['Bob'] }],
    ['POST', 'user/follow', { userToFollow: 'Bob', currentUser: 5 }],
    ['DELETE', 'user/unfollow', {}],
    ['DELETE', 'user/unfollow', undefined],
    ['DELETE', 'user/unfollow', { userToUnfollow: { $ne: null } }],
    ['DELETE', 'user/unfollow?userToUnfollow=a&userToUnfollow=b', undefined],
    ['PATCH', 'user/updateBiography', {}],
    ['PATCH', 'user/updateBiography', { biography: 5 }],
    ['PATCH', 'user/updateBiography', { biography: null }],
    ['PATCH', 'user/resetPassword', { password: 5 }],
    ['PATCH', 'user/toggleFollowVisibility', { username: 5 }],
    ['POST', 'user/googleLogin', {}],
    ['POST', 'user/googleLogin', { googleToken: 5 }],
    ['POST', 'user/googleLogin', { googleToken: 'x'.repeat(9_000) }],
  ])('has its form: %s %s %j', async (method, path, body) => {
    const answer = await send(`/api/${path}`, { method, body, headers: ann });
    expect(refusal(answer)).toEqual({ status: 400, code: 'request.invalid' });
    expect(identityCalls()).toEqual([]);
  });

  it('names the person as given', async () => {
    await gateway.send('/api/user/getFollowers/c%2B%2B%20%C3%BC', { headers: ann });
    expect(gateway.standIns.last('identity.getFollowers').request).toEqual({ username: 'c++ ü' });
    await gateway.send('/api/user/unfollow?userToUnfollow=c%2B%2B', { method: 'DELETE', headers: ann });
    expect(gateway.standIns.last('identity.unfollow').request).toEqual({ username: 'c++' });
    await send('/api/user/unfollow?userToUnfollow=x', {
      method: 'DELETE',
      body: { userToUnfollow: 'y' },
      headers: ann,
    });
    expect(gateway.standIns.last('identity.unfollow').request).toEqual({ username: 'y' });
  });

  it('has a blank for a missing password, which the service reports', async () => {
    await gateway.send('/api/user/resetPassword', { method: 'PATCH', body: {}, headers: ann });
    expect(gateway.standIns.last('identity.resetPassword').request).toMatchObject({ password: '' });
  });

  it('stores no trace of a password', async () => {
    for (const password of ['one', 'two']) {
      await gateway.send('/api/user/resetPassword', { method: 'PATCH', body: { password }, headers: ann });
      expect(gateway.standIns.last('identity.resetPassword').context.idempotency?.bodyHash).toBe(bodyHash({}));
    }
  });

  it('[U-6] lists are plain arrays', async () => {
    expect((await gateway.send('/api/user/getFollowers/Bob', { headers: ann })).json).toEqual(['Bob']);
    expect((await gateway.send('/api/user/getFollowing/Bob', { headers: ann })).json).toEqual(['Cay']);
    expect((await gateway.send('/api/user/sessions', { headers: ann })).json).toEqual([]);
  });
});

describe('the session', () => {
  const session = (cookie: string): Promise<Answer> => gateway.send('/api/user/session', { headers: { cookie } });

  it('[CA-11] is replaced after a password change; the old tokens are void', async () => {
    const answer = await gateway.send('/api/user/resetPassword', {
      method: 'PATCH',
      body: { password: 'x' },
      headers: ann,
    });
    const [before, after] = [ann.cookie, cookiesOf(answer, 'parlour_access')].map(claimsOf);
    expect(after?.['sub']).toBe(before?.['sub']);
    expect(after?.['sid']).not.toBe(before?.['sid']);
    expect(cookiesOf(answer, 'parlour_refresh')).not.toBe('');
    expect(answer.json).toMatchObject({ username: 'Ann' });
    expect((await session(cookiesOf(answer, 'parlour_access'))).status).toBe(200);
    expect(refusal(await session(ann.cookie))).toEqual({ status: 401, code: 'session.ended' });
  });

  it.each([
    ['DELETE', 'user/deleteUser/Ann'],
    ['POST', 'user/logoutEverywhere'],
  ])('ends after %s %s, with its cookies', async (method, path) => {
    const answer = await gateway.send(`/api/${path}`, {
      method,
      headers: ann,
      ...(method === 'POST' ? { body: {} } : {}),
    });
    expect(answer.cookies.map((cookie) => cookie.split(';')[0])).toEqual(['parlour_access=', 'parlour_refresh=']);
    expect(refusal(await session(ann.cookie))).toEqual({ status: 401, code: 'session.ended' });
  });

  it('[CA-71, U-19] another one of the caller’s ends at once, and this one goes on', async () => {
    const { cookie } = await gateway.signIn('Ann');
    const { sid: sessionId } = claimsOf(cookie);
    const answer = await gateway.post('/api/user/endSession', { sessionId }, ann);
    expect([answer.json, answer.cookies]).toEqual([{ loggedOut: true }, []]);
    expect(gateway.standIns.last('identity.logout')).toMatchObject({
      request: { sessionId },
      context: { actor: { id: idOf('Ann') } },
    });
    expect(refusal(await session(cookie))).toEqual({ status: 401, code: 'session.ended' });
    expect((await session(ann.cookie)).status).toBe(200);
  });

  it('[CA-71, U-19] of somebody else goes on', async () => {
    const { cookie } = await gateway.signIn('Bob');
    gateway.standIns.refuse('identity.logout', 'actor.other', 'no');
    const answer = await gateway.post('/api/user/endSession', { sessionId: claimsOf(cookie)['sid'] }, ann);
    expect(refusal(answer)).toEqual({ status: 403, code: 'actor.other' });
    expect((await session(cookie)).status).toBe(200);
  });

  it('[BM-51] of a renamed person gets a token with the new name when it is read, and goes on', async () => {
    const biography = (username: string, cookie: string) =>
      gateway.send('/api/user/updateBiography', {
        ...{ method: 'PATCH', headers: { cookie } },
        body: { username, biography: 'Sails.' },
      });
    expect((await session(ann.cookie)).cookies).toEqual([]);
    gateway.standIns.answer({ 'identity.getSession': () => ({ ...userOf('Anna'), _id: idOf('Ann') }) });
    const answer = await session(ann.cookie);
    expect(answer.json).toMatchObject({ username: 'Anna' });
    const renewed = cookiesOf(answer, 'parlour_access');
    expect(cookiesOf(answer, 'parlour_refresh')).toBe('');
    expect((await biography('Anna', renewed)).status).toBe(200);
    expect(gateway.standIns.last('identity.updateBiography').context.actor).toEqual({ id: idOf('Ann'), name: 'Anna' });
    // Both tokens are the same session's.
    expect((await biography('Ann', ann.cookie)).status).toBe(200);
    expect(refusal(await biography('Ann', renewed))).toEqual({ status: 403, code: 'actor.other' });
  });

  it('[BM-52] of the caller is private also under a former name', async () => {
    gateway.standIns.answer({ 'identity.getUser': () => ({ ...userOf('Anna'), _id: idOf('Ann') }) });
    expect((await gateway.send('/api/user/getUser/Old', { headers: ann })).headers['cache-control']).toBe('no-store');
    gateway.standIns.answer({ 'identity.getUser': () => userOf('Bob') });
    expect((await gateway.send('/api/user/getUser/Bob', { headers: ann })).headers['cache-control']).not.toBe(
      'no-store',
    );
  });

  it('continues if the service refuses', async () => {
    gateway.standIns.refuse('identity.deleteUser', 'reauth', 'again');
    const answer = await gateway.send('/api/user/deleteUser/Ann', { method: 'DELETE', headers: ann });
    expect(refusal(answer)).toEqual({ status: 403, code: 'reauth' });
    expect(answer.cookies).toEqual([]);
    expect((await session(ann.cookie)).status).toBe(200);
  });
});

it('following, and changes to an account, are limited', async () => {
  const strict = await RunningGateway.start({ LIMITS: 'strict' });
  try {
    const { cookie } = await strict.signIn('Ann');
    const statuses = async (times: number, method: string, path: string, body: object): Promise<Set<number>> => {
      const found = new Set<number>();
      for (let time = 0; time < times; time++) {
        found.add((await strict.send(path, { method, body, headers: { cookie } })).status);
      }
      return found;
    };
    const toggle = ['PATCH', '/api/user/toggleFollowVisibility', {}] as const;
    expect(await statuses(10, ...toggle)).toEqual(new Set([200]));
    expect(await statuses(1, ...toggle)).toEqual(new Set([429]));
    expect(await statuses(1, 'PATCH', '/api/user/resetPassword', { password: 'x' })).toEqual(new Set([429]));
    const take = jest.spyOn(strict.app.get(RateLimits), 'take');
    await statuses(1, 'POST', '/api/user/googleLogin', { googleToken: 'x' });
    expect(take.mock.calls.map(([kind]) => kind)).toEqual(['request', 'google']);
  } finally {
    await strict.stop();
  }
});
