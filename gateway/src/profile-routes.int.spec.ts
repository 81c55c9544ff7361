import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { bodyHash } from '@parlour/kernel/rpc/calls';
import { itRefuses, itServes, reads, refusals, type Route } from './testing/routes.ts';
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

const me = { username: 'Ann' };
const ofBob = { username: 'Bob' };
const client = { address: '127.0.0.1', userAgent: '' };
const sessionId = '01890a5d-ac96-774b-bcce-b302099a8057';
const routes: readonly Route[] = [
  ...reads(
    ['user/getFollowers/c%2B%2B%20%C3%BC', 'identity.getFollowers', { username: 'c++ ü' }, ['Bob']],
    ['user/getFollowing/Bob', 'identity.getFollowing', ofBob, ['Cay']],
    ['user/blocked', 'identity.getBlocked', { limit: 30 }],
    ['user/sessions', 'identity.getSessions', {}, []],
  ),
  ['POST', 'user/follow', { currentUser: 'Ann', userToFollow: 'Bob' }, 'identity.follow', ofBob],
  ['POST', 'user/follow', { userToFollow: 'Bob' }, 'identity.follow', ofBob],
  ['DELETE', 'user/unfollow', { currentUser: 'Ann', userToUnfollow: 'Bob' }, 'identity.unfollow', ofBob],
  ['DELETE', 'user/unfollow?currentUser=Ann&userToUnfollow=Bob', undefined, 'identity.unfollow', ofBob],
  ['DELETE', 'user/unfollow?userToUnfollow=c%2B%2B', undefined, 'identity.unfollow', { username: 'c++' }],
  ['DELETE', 'user/unfollow?userToUnfollow=x', { userToUnfollow: 'Bob' }, 'identity.unfollow', ofBob],
  ['POST', 'user/block', ofBob, 'identity.block', ofBob],
  ['POST', 'user/unblock', ofBob, 'identity.unblock', ofBob],
  ['PATCH', 'user/updateBiography', { ...me, biography: 'Sails' }, 'identity.updateBiography', { biography: 'Sails' }],
  ['PATCH', 'user/toggleFollowVisibility', me, 'identity.toggleFollowVisibility', {}],
  ['DELETE', 'user/deleteUser/Ann', undefined, 'identity.deleteUser', {}],
  ['POST', 'user/email', { email: 'a@b.org' }, 'identity.setEmail', { email: 'a@b.org' }],
  ['DELETE', 'user/email', undefined, 'identity.removeEmail', {}],
  ['POST', 'user/endSession', { sessionId }, 'identity.logout', { sessionId }],
  ['POST', 'user/logoutEverywhere', {}, 'identity.logoutEverywhere', {}],
  [
    'PATCH',
    'user/resetPassword',
    { ...me, password: 'other' },
    'identity.resetPassword',
    { ...client, password: 'other' },
    userOf('Ann'),
  ],
  // The service reports that the password is missing.
  ['PATCH', 'user/resetPassword', {}, 'identity.resetPassword', { ...client, password: '' }, userOf('Ann')],
];

function refusal(answer: Answer): unknown {
  return { status: answer.status, code: (answer.json as { code?: string } | undefined)?.code };
}

/** What an access token says. */
function claimsOf(cookie: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(cookie.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>;
}

describe('[CA-4, CA-5, CA-12, CA-13, CA-14, CA-61, CA-62, CA-71, U-6] every route', () => {
  // Lists of Bob's are never cached either: it may be a name that the caller had before.
  itServes(routes, () => ({ gateway, ann }), { 'cache-control': 'no-store' });

  it.each([
    ['confirmEmail', { token: 'a1' }, 'identity.confirmEmail', { email: 'a@b.org' }],
    ['forgotPassword', { name: 'Ann' }, 'identity.forgotPassword', { sent: true }],
  ] as const)('[ML-2, ML-3] %s needs no session', async (path, body, name, reply) => {
    for (const at of ['/user/', '/api/user/']) {
      const { status, json } = await gateway.post(at + path, body);
      expect([status, json]).toEqual([200, reply]);
      expect(gateway.standIns.last(name)).toMatchObject({ request: body, context: { actor: null } });
    }
  });

  it('[ML-3] the link for a forgotten password begins a session', async () => {
    const body = { token: 'a1', password: 'other' };
    const answer = await gateway.post('/api/user/resetForgotten', body);
    expect(answer.json).toMatchObject({ username: 'Ann' });
    expect(cookiesOf(answer, 'parlour_access', 'parlour_refresh')).not.toBe('');
    expect(gateway.standIns.last('identity.resetForgotten').request).toEqual({ ...client, ...body });
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

describe('requests refused before the service is called', () => {
  const { shape, other } = refusals;

  describe('[CA-9, RO-3, T-4] for another actor than the caller', () => {
    itRefuses(
      [
        ['POST', 'user/follow', { currentUser: 'Bob', userToFollow: 'Cay' }, other],
        ['DELETE', 'user/unfollow', { currentUser: 'Bob', userToUnfollow: 'Cay' }, other],
        ['DELETE', 'user/unfollow?currentUser=Bob&userToUnfollow=Cay', undefined, other],
        ['DELETE', 'user/unfollow?currentUser=Bob', { currentUser: 'Ann', userToUnfollow: 'Cay' }, other],
        ['PATCH', 'user/resetPassword', { username: 'Bob', password: 'other' }, other],
        ['PATCH', 'user/updateBiography', { username: 'Bob', biography: 'Sails.' }, other],
        ['PATCH', 'user/toggleFollowVisibility', { username: 'Bob' }, other],
        ['DELETE', 'user/deleteUser/Bob', undefined, other],
      ],
      () => ({ gateway, ann }),
    );
  });

  itRefuses(
    [
      ['POST', 'user/block', {}, shape],
      ['POST', 'user/unblock', { username: 5 }, shape],
      ['GET', 'user/blocked?limit=x', undefined, shape],
      ['POST', 'user/follow', {}, shape],
      ['POST', 'user/follow', { userToFollow: 5 }, shape],
      ['POST', 'user/follow', { userToFollow: ['Bob'] }, shape],
      ['POST', 'user/follow', { userToFollow: 'Bob', currentUser: 5 }, shape],
      ['DELETE', 'user/unfollow', {}, shape],
      ['DELETE', 'user/unfollow', undefined, shape],
      ['DELETE', 'user/unfollow', { userToUnfollow: { $ne: null } }, shape],
      ['DELETE', 'user/unfollow?userToUnfollow=a&userToUnfollow=b', undefined, shape],
      ['PATCH', 'user/updateBiography', {}, shape],
      ['PATCH', 'user/updateBiography', { biography: 5 }, shape],
      ['PATCH', 'user/updateBiography', { biography: null }, shape],
      ['PATCH', 'user/resetPassword', { password: 5 }, shape],
      ['PATCH', 'user/toggleFollowVisibility', { username: 5 }, shape],
      ['POST', 'user/googleLogin', {}, shape],
      ['POST', 'user/googleLogin', { googleToken: 5 }, shape],
      ['POST', 'user/googleLogin', { googleToken: 'x'.repeat(9_000) }, shape],
    ],
    () => ({ gateway, ann }),
  );
});

it('no trace of a password is stored', async () => {
  for (const password of ['one', 'two']) {
    await gateway.send('/api/user/resetPassword', { method: 'PATCH', body: { password }, headers: ann });
    expect(gateway.standIns.last('identity.resetPassword').context.idempotency?.bodyHash).toBe(bodyHash({}));
  }
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
