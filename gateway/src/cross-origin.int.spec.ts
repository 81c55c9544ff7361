import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { next, RunningGateway } from './testing/running-gateway.ts';

const front = 'https://front.test';
const list = '/question/getQuestion?order=newest';
const allowed = {
  'access-control-allow-origin': front,
  'access-control-allow-credentials': 'true',
  vary: expect.stringContaining('Origin'),
};
const preflight = { 'access-control-request-method': 'PATCH', 'access-control-request-headers': 'content-type' };

let gateway: RunningGateway;
let ann: { cookie: string };

beforeAll(async () => {
  gateway = await RunningGateway.start({ CLIENT_ORIGINS: front, PUBLIC_ORIGINS: 'https://parlour.test' });
  ann = await gateway.signIn();
});
afterEach(() => gateway.closeSockets());
afterAll(() => gateway.stop());

describe('a front end whose origin the operator has named', () => {
  it('[T-14] calls with the cookies of its people', async () => {
    const headers = { ...ann, origin: front, 'sec-fetch-site': 'cross-site' };
    const answer = await gateway.send(list, { headers });
    expect(answer).toMatchObject({ status: 200, headers: allowed });
    expect(answer.headers['access-control-expose-headers']).toContain('X-Total-Count');
  });

  it('[T-14] is answered its preflights', async () => {
    const headers = { origin: front, ...preflight };
    const answer = await gateway.send('/user/resetPassword', { method: 'OPTIONS', headers });
    expect(answer).toMatchObject({ status: 204, headers: allowed });
    expect(answer.headers['access-control-allow-methods']).toContain('PATCH');
    expect(answer.headers['access-control-allow-headers']).toContain('Content-Type');
  });

  it('[T-14] reads refusals', async () => {
    const answer = await gateway.post('/user/login', { username: 'Ann', password: 'wrong' }, { origin: front });
    expect(answer).toMatchObject({ status: 401, headers: allowed });
    expect(answer.headers['access-control-expose-headers']).toContain('X-Error-Code');
  });

  it.each([[['websocket']], [['polling']]])('[T-14] has a socket, by %j', async (by) => {
    const socket = gateway.socket({ ...ann, origin: front }, by, {});
    await next(socket, 'connect');
    expect(socket.connected).toBe(true);
    const handshake = '/socket.io/?EIO=4&transport=polling';
    const answer = await gateway.send(handshake, { headers: { ...ann, origin: front } });
    expect(answer).toMatchObject({ status: 200, headers: allowed });
  });

  it('[T-14] gets cookies that browsers send from another site, on https only', async () => {
    const body = { username: 'Ann', password: 'right' };
    const secure = await gateway.post('/user/login', body, { origin: front, host: 'parlour.test' });
    expect(secure.cookies).not.toEqual([]);
    for (const cookie of secure.cookies) expect(cookie).toMatch(/Secure; SameSite=None/);
    const plain = await gateway.post('/user/login', body);
    for (const cookie of plain.cookies) expect(cookie).toContain('SameSite=Lax');
  });
});

describe('any other origin', () => {
  it.each(['https://evil.test', 'https://front.test.evil.test', 'http://front.test', 'null'])(
    '[T-14] %s stays out',
    async (origin) => {
      const call = await gateway.send(list, { headers: { ...ann, origin } });
      const asked = await gateway.send('/user/resetPassword', { method: 'OPTIONS', headers: { origin, ...preflight } });
      const socket = await gateway.send('/socket.io/?EIO=4&transport=polling', { headers: { ...ann, origin } });
      expect([call, asked, socket].map(({ status }) => status)).toEqual([403, 405, 403]);
      for (const { headers } of [call, asked, socket]) {
        expect(headers['access-control-allow-origin']).toBeUndefined();
        expect(headers['access-control-allow-credentials']).toBeUndefined();
      }
    },
  );

  it('[T-14] stays out by a name that is not this site’s, even with a named origin', async () => {
    const headers = { ...ann, origin: front, host: 'rebound.test' };
    expect((await gateway.send(list, { headers })).status).toBe(403);
    const asked = await gateway.send(list, { method: 'OPTIONS', headers: { ...headers, ...preflight } });
    expect(asked.status).not.toBe(204);
  });
});
