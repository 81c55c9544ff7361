import { type IncomingMessage, request as httpRequest } from 'node:http';
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { type Answer, cookiesOf, next, RunningGateway } from '../testing/running-gateway.ts';
import { questionId, unknownId, userOf } from '../testing/stand-ins.ts';

let gateway: RunningGateway;
beforeAll(async () => {
  gateway = await RunningGateway.start();
});
afterEach(() => gateway.reset());
afterAll(() => gateway.stop());

const names = ['parlour_access', 'parlour_refresh'];

/** What is left of a session's cookies after fifteen minutes. */
const headers = { cookie: 'parlour_refresh=refresh-1' };

const namesOf = ({ cookies }: Pick<Answer, 'cookies'>): string[] =>
  cookies.map((cookie) => (cookie.split('=', 1)[0] ?? '').replace(/_\d+$/, ''));

/** The cookies of a handshake, by the first answer of a connection. */
function handshakeOf(transport: string, headers: Record<string, string>): Promise<Pick<Answer, 'status' | 'cookies'>> {
  const websocket = { 'sec-websocket-version': '13', 'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==' };
  const upgrade = transport === 'websocket' ? { connection: 'Upgrade', upgrade: 'websocket', ...websocket } : {};
  return new Promise((resolve, reject) => {
    const request = httpRequest(gateway.origin, {
      path: `/socket.io/?EIO=4&transport=${transport}`,
      headers: { ...gateway.named(headers), ...upgrade },
      agent: false,
    });
    request.on('error', reject);
    for (const event of ['response', 'upgrade']) {
      request.on(event, ({ statusCode = 0, headers: { 'set-cookie': cookies = [] } }: IncomingMessage) => {
        resolve({ status: statusCode, cookies });
        request.destroy();
      });
    }
    request.end();
  });
}

it('[T-15] a call at the root renews a session whose access token has expired', async () => {
  const answer = await gateway.send('/question/getQuestion', { headers });
  expect(answer.status).toBe(200);
  expect(namesOf(answer)).toEqual([...names, 'parlour_browser']);
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(gateway.standIns.last('qa.getQuestions').context.actor?.name).toBe('Ann');
  const cookie = cookiesOf(answer, 'parlour_access');
  const again = await gateway.send('/question/getQuestion', { headers: { cookie } });
  expect(namesOf(again)).toEqual([]);
  expect(gateway.standIns.count('identity.refresh')).toBe(1);
});

it('[T-15] an access token that is still sent after it has expired is no obstacle', async () => {
  const both = { cookie: `parlour_access=x.y.z; ${headers.cookie}` };
  expect((await gateway.send('/question/getQuestion', { headers: both })).status).toBe(200);
});

it('[T-15] who signs out with it has no cookies after that', async () => {
  const answer = await gateway.post('/user/logout', {}, headers);
  expect(answer.status).toBe(200);
  expect(cookiesOf(answer, ...names)).toBe('parlour_access=; parlour_refresh=');
});

it('[T-15] calls below /api leave it to the page', async () => {
  const answer = await gateway.send('/api/question/getQuestion', { headers });
  expect(answer.status).toBe(401);
  expect(gateway.standIns.count('identity.refresh')).toBe(0);
});

it('[T-15] neither a page of another site nor an ended session gets one', async () => {
  const foreign = { ...headers, origin: 'http://evil.test' };
  expect((await gateway.post('/user/follow', {}, foreign)).status).toBe(403);
  expect((await handshakeOf('polling', foreign)).status).toBe(403);
  expect(gateway.standIns.count('identity.refresh')).toBe(0);
  gateway.standIns.refuse('identity.refresh', 'session.ended', 'Please sign in to continue.');
  const answer = await gateway.send('/question/getQuestion', { headers });
  expect({ status: answer.status, cookies: answer.cookies }).toEqual({ status: 401, cookies: [] });
  expect((await handshakeOf('polling', headers)).status).toBe(401);
});

it.each(['polling', 'websocket'])('[T-15] a handshake by %s renews it too', async (transport) => {
  const { status, cookies } = await handshakeOf(transport, headers);
  expect(status).toBe(transport === 'polling' ? 200 : 101);
  expect(namesOf({ cookies })).toEqual(names);
  const socket = gateway.socket(headers, [transport], {});
  // Browsers have the new cookies for the next request.
  if (transport === 'polling') Object.assign(socket.io.opts.extraHeaders ?? {}, { cookie: cookies.join('; ') });
  await next(socket, 'connect');
  expect(gateway.socketsIn('public')).toBe(1);
});

it('[T-15] a socket of a client that reads refusals is refused: our page refreshes by itself', async () => {
  const { message } = (await next(gateway.socket(headers), 'connect_error')) as Error;
  expect(message).toBe('session.missing');
  expect(gateway.standIns.count('identity.refresh')).toBe(0);
});

it('[T-15] a connection that polls goes on after its access token has expired, in the same session alone', async () => {
  const renewed = (sessionId: string): void => {
    const times = { authenticatedAt: new Date().toISOString(), refreshExpiresAt: '2100-01-01T00:00:00.000Z' };
    const grant = { user: userOf('Ann'), sessionId, refreshToken: 'refresh-2', ...times };
    gateway.standIns.answer({ 'identity.refresh': () => grant });
  };
  renewed(questionId);
  const path = '/socket.io/?EIO=4&transport=polling';
  const opened = await gateway.send(path, { headers });
  const at = `${path}&sid=${(JSON.parse(opened.text.slice(1)) as { sid: string }).sid}`;
  const joining = { 'content-type': 'text/plain', cookie: cookiesOf(opened, 'parlour_access') };
  expect((await gateway.send(at, { method: 'POST', body: '40', headers: joining })).status).toBe(200);
  const polled = await gateway.send(at, { headers });
  expect({ status: polled.status, cookies: namesOf(polled) }).toEqual({ status: 200, cookies: names });
  expect(polled.text).toContain('40{"sid":');
  renewed(unknownId);
  expect((await gateway.send(at, { headers })).status).toBe(400);
});
