import { createHash } from 'node:crypto';
import { Agent, request as httpRequest, type Server } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sources } from '@parlour/contracts/envelope';
import { messages } from '@parlour/contracts/messages';
import { until } from '@parlour/kernel/testing/until';
import { questionId, rowOf } from './testing/stand-ins.ts';
import { type Answer, next, RunningGateway } from './testing/running-gateway.ts';

let gateway: RunningGateway;
let ann: { cookie: string };

beforeAll(async () => {
  gateway = await RunningGateway.start();
  ann = await gateway.signIn('Ann');
});

afterAll(() => gateway.stop());

const list = '/api/question/getQuestion';
/** The source of the script in the document, which may run; no other inline script may. */
const earlyScript = `'sha256-${createHash('sha256').update('early()').digest('base64')}'`;
const code = (answer: Answer) => (answer.json as { code?: string } | undefined)?.code;

/** For answers outside the application, with nothing to show, load or frame. */
const plain = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'content-security-policy': "default-src 'none'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
};

describe('headers', () => {
  it.each(['/', '/home', list, '/docs', '/nothing', '/assets/app-1a2b.js', '/health/live'])('of %s', async (path) => {
    const { headers } = await gateway.send(path, { headers: { accept: path === '/home' ? 'text/html' : '*/*' } });
    const policy = headers['content-security-policy']?.split(';') ?? [];
    expect(policy).toEqual(
      expect.arrayContaining([
        "default-src 'self'",
        `script-src 'self' ${earlyScript}`,
        "object-src 'none'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
      ]),
    );
    expect(policy).toContain(`connect-src 'self' ${gateway.origin.replace('http', 'ws')}`);
    expect(policy.join()).not.toMatch(/upgrade-insecure-requests|unsafe-eval|script-src[^,]*unsafe/);
    expect(headers).toMatchObject({
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'origin-agent-cluster': '?1',
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'x-dns-prefetch-control': 'off',
      'x-download-options': 'noopen',
      'x-frame-options': 'DENY',
      'x-permitted-cross-domain-policies': 'none',
      'x-xss-protection': '0',
    });
    expect(headers).not.toHaveProperty('strict-transport-security');
    expect(headers).not.toHaveProperty('access-control-allow-origin');
    expect(headers).not.toHaveProperty('x-powered-by');
  });

  it.each(['/api/user/getUser/%ff', '/socket.io/?EIO=4&transport=polling', '/socket.io/?EIO=4&transport=none'])(
    'of %s, which the application does not answer',
    async (path) => {
      const { headers } = await gateway.send(path, { headers: ann });
      expect(headers).toMatchObject(plain);
      expect(headers).not.toHaveProperty('strict-transport-security');
    },
  );

  it('over https: HSTS and the secure socket', async () => {
    const own = { TRUSTED_PROXIES: '127.0.0.0/8', PUBLIC_ORIGINS: 'http://parlour.test' };
    const proxied = await RunningGateway.start(own);
    const forwarded = { 'x-forwarded-proto': 'https', host: 'parlour.test', 'x-request-id': 'proxy-number-1' };
    const { headers } = await proxied.send('/', { headers: forwarded });
    expect(headers['strict-transport-security']).toBe('max-age=31536000');
    expect(headers['content-security-policy']).toContain("connect-src 'self' wss://parlour.test;");
    expect(headers['x-request-id']).toBe('proxy-number-1');
    for (const path of ['/api/user/getUser/%ff', '/socket.io/?EIO=4&transport=none']) {
      const beside = await proxied.send(path, { headers: forwarded });
      expect(beside.headers['strict-transport-security']).toBe('max-age=31536000');
    }
    await proxied.stop();
  });

  it('a request gets our id, and never one from a stranger', async () => {
    const { headers } = await gateway.send(list, { headers: { ...ann, 'x-request-id': 'stranger-1' } });
    expect(headers['x-request-id']).toMatch(/^[0-9a-f]{32}$/);
    expect(gateway.standIns.last('qa.getQuestions').context.requestId).toBe(headers['x-request-id']);
  });

  it.each([
    ['00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01', '0af7651916cd43dd8448eb211c80319c'],
    ['00-00000000000000000000000000000000-b7ad6b7169203331-01', undefined],
    ['00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-x', undefined],
    ['0af7651916cd43dd8448eb211c80319c', undefined],
  ])('the page may set request ids: %s', async (traceparent, number) => {
    const { headers } = await gateway.send(list, { headers: { ...ann, traceparent } });
    expect(headers['x-request-id']).toMatch(number ?? /^[0-9a-f]{32}$/);
    expect(gateway.standIns.last('qa.getQuestions').context.requestId).toBe(headers['x-request-id']);
  });

  it('a foreign Host gets into no policy', async () => {
    const { headers } = await gateway.send('/', { headers: { host: "x; script-src 'unsafe-inline'" } });
    expect(headers['content-security-policy']).not.toContain("script-src 'unsafe-inline'");
  });
});

describe('cached answers', () => {
  it('a read is revalidated by its tag', async () => {
    const first = await gateway.send(list, { headers: ann });
    expect(first.headers['cache-control']).toBe('private, no-cache');
    const tag = first.headers['etag'] ?? '';
    const again = await gateway.send(list, { headers: { ...ann, 'if-none-match': tag } });
    expect({ status: again.status, text: again.text, etag: again.headers['etag'] }).toEqual({
      status: 304,
      text: '',
      etag: tag,
    });
    expect(again.headers['x-total-count']).toBe('2');
    gateway.standIns.rows = [rowOf('b', 'Another question')];
    const changed = await gateway.send(list, { headers: { ...ann, 'if-none-match': tag } });
    expect(changed.status).toBe(200);
    expect(changed.headers['etag']).not.toBe(tag);
  });

  it('a tag does not open anything without a session', async () => {
    const { headers } = await gateway.send(list, { headers: ann });
    expect((await gateway.send(list, { headers: { 'if-none-match': headers['etag'] ?? '' } })).status).toBe(401);
  });

  it.each([
    ['the session', '/api/user/session', 'no-store'],
    ['one’s own profile', '/api/user/getUser/ANN', 'no-store'],
    ['another’s profile', '/api/user/getUser/Bob', 'private, no-cache'],
    ['a refusal', '/api/user/getUser/nobody', 'no-store'],
    ['the health check', '/health/ready', 'no-store'],
  ])('%s', async (_, path, control) => {
    expect((await gateway.send(path, { headers: ann })).headers['cache-control']).toBe(control);
  });

  it('a command is never cached', async () => {
    const answer = await gateway.post('/api/question/addQuestion', { title: 'a', text: 'b', tags: [] }, ann);
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'x-position': 'qa:7' });
    expect(answer.headers).not.toHaveProperty('etag');
  });

  it('a long one is compressed for clients that accept it, under the same tag', async () => {
    gateway.standIns.rows = Array.from({ length: 20 }, (_, index) => rowOf(`q${index}`, 'A question'));
    const plain = await gateway.send(list, { headers: ann });
    const packed = await gateway.send(list, { headers: { ...ann, 'accept-encoding': 'br' } });
    expect(packed.headers).toMatchObject({ 'content-encoding': 'br', etag: plain.headers['etag'] });
    expect(packed.headers['vary']).toContain('accept-encoding');
    const again = { ...ann, 'accept-encoding': 'br', 'if-none-match': plain.headers['etag'] ?? '' };
    expect((await gateway.send(list, { headers: again })).status).toBe(304);
  });

  it('a short one is not', async () => {
    const answer = await gateway.send('/api/user/session', { headers: { ...ann, 'accept-encoding': 'br' } });
    expect(answer.headers).not.toHaveProperty('content-encoding');
  });
});

describe('a list', () => {
  it('[T-5] is an array, with total and next page in headers', async () => {
    gateway.standIns.rows = [rowOf('a', 'A question')];
    gateway.standIns.next = 'after&a';
    const answer = await gateway.send(`${list}?search=tides%20%26&limit=1&cursor=old`, { headers: ann });
    expect(answer.json).toEqual([rowOf('a', 'A question')]);
    expect(answer.headers['x-total-count']).toBe('2');
    const link = '</api/question/getQuestion?search=tides+%26&limit=1&cursor=after%26a>; rel="next"';
    expect(answer.headers['link']).toBe(link);
    gateway.standIns.next = null;
    expect((await gateway.send(list, { headers: ann })).headers).not.toHaveProperty('link');
  });

  it('says if it is older than what its reader has seen', async () => {
    gateway.standIns.answer({
      'qa.getQuestions': () => ({ reply: { rows: [], total: 0, next: null }, positions: {}, stale: true }),
    });
    expect((await gateway.send(list, { headers: ann })).headers['x-stale']).toBe('true');
  });
});

describe('the page', () => {
  const page = '<!doctype html><head><title>Parlour</title><script>early()</script></head>';
  const browser = { 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate', accept: 'text/html' };

  it.each(['/', '/home?search=a', '/question/abc', '/user/john.doe', '/games/leaderboard', '/question/getQuestion'])(
    'opens at %s',
    async (path) => {
      const answer = await gateway.send(path, { headers: browser });
      expect({ status: answer.status, text: answer.text }).toEqual({ status: 200, text: page });
      expect(answer.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' });
    },
  );

  it.each(['/user/%zz', '/user/%ff', `/user/${'a'.repeat(3_000)}`])(
    'opens at %s, which no route matches',
    async (path) => {
      for (const headers of [browser, { accept: 'text/html' }]) {
        const answer = await gateway.send(path, { headers });
        expect({ status: answer.status, text: answer.text }).toEqual({ status: 200, text: page });
        expect(answer.headers).toHaveProperty('content-security-policy');
      }
    },
  );

  it.each(['/user/getUser/%zz', '/api/user/getUser/%ff'])('does not answer a call of %s', async (path) => {
    const answer = await gateway.send(path, {
      headers: { ...ann, 'sec-fetch-dest': 'empty', accept: 'application/json' },
    });
    expect({ status: answer.status, code: code(answer) }).toEqual({ status: 400, code: 'request.invalid' });
  });

  it('opens from a link of another site', async () => {
    const headers = { ...browser, 'sec-fetch-site': 'cross-site' };
    expect((await gateway.send('/question/abc', { headers })).text).toBe(page);
    expect((await gateway.send('/docs', { headers })).status).toBe(200);
  });

  it('answers / to every client', async () => {
    expect((await gateway.send('/')).text).toBe(page);
  });

  it('is never served below /api', async () => {
    expect(code(await gateway.send('/api/home', { headers: browser }))).toBe('route.unknown');
  });

  it('has files that are cached forever, and compressed ones', async () => {
    const answer = await gateway.send('/assets/app-1a2b.js', { headers: { 'accept-encoding': 'gzip' } });
    expect(answer.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'gzip',
      'content-type': 'application/javascript; charset=utf-8',
    });
    expect((await gateway.send('/favicon.svg')).headers['cache-control']).toBe('no-cache');
  });

  it.each(['/assets/none.js', '/assets/%2e%2e/%2e%2e/etc/passwd', '/..%2fpackage.json', '/.env', '/.git/config'])(
    'has no %s',
    async (path) => {
      const answer = await gateway.send(path);
      expect([400, 403, 404]).toContain(answer.status);
      expect(answer.text).not.toContain('root:');
    },
  );

  it.each(['/assets', '/assets/', '/assets/.', '/docs/'])('does not list the folder %s', async (path) => {
    const { status, text } = await gateway.send(path);
    // The documentation's folder has a page of its own.
    expect(status).toBe(path === '/docs/' ? 200 : 404);
    expect(text).not.toMatch(/app-1a2b|swagger-ui\.css\.map|Index of/);
  });

  it('is not served when another server does that', async () => {
    const bare = await RunningGateway.start({}, { withoutPage: true });
    expect(code(await bare.send('/home', { headers: browser }))).toBe('route.unknown');
    expect(code(await bare.send('/'))).toBe('route.unknown');
    await bare.stop();
  });
});

describe('another site', () => {
  const login = (headers: Record<string, string>) =>
    gateway.post('/api/user/login', { username: 'Ann', password: 'right' }, headers);

  it.each([
    [{ origin: 'http://evil.test' }],
    [{ origin: 'null' }],
    [{ 'sec-fetch-site': 'cross-site' }],
    [{ 'sec-fetch-site': 'same-site' }],
  ])('changes nothing with %j', async (headers) => {
    const answer = await login(headers as Record<string, string>);
    expect({ status: answer.status, code: code(answer) }).toEqual({ status: 403, code: 'origin.foreign' });
    expect(answer.cookies).toEqual([]);
  });

  it('reads nothing either', async () => {
    expect(code(await gateway.send(list, { headers: { ...ann, origin: 'http://evil.test' } }))).toBe('origin.foreign');
    const embedded = { ...ann, 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'image' };
    expect(code(await gateway.send(list, { headers: embedded }))).toBe('origin.foreign');
  });

  it('gets no permission by asking for it', async () => {
    const asked = { origin: 'http://evil.test', 'access-control-request-method': 'POST' };
    const { headers } = await gateway.send(list, { method: 'OPTIONS', headers: asked });
    expect(headers).not.toHaveProperty('access-control-allow-origin');
  });

  it('is not this site', async () => {
    const own = { origin: gateway.origin, 'sec-fetch-site': 'same-origin' };
    expect((await login(own)).status).toBe(200);
  });
});

describe('a name that its owner points to this server', () => {
  const host = { host: 'evil.test:3000' };
  const own = { ...host, origin: 'http://evil.test:3000', 'sec-fetch-site': 'same-origin' };

  it.each([
    ['reads nothing', 'GET', '/api/user/providers', host],
    ['signs nobody up', 'POST', '/api/user/signup', own],
    ['is not sent on to Google', 'GET', '/auth/google/callback', host],
  ])('%s', async (_, method, path, headers: Record<string, string>) => {
    const body = method === 'POST' ? { username: 'Eve', password: 'right' } : undefined;
    const answer = await gateway.send(path, { method, headers, body });
    expect({ status: answer.status, json: answer.json, cookies: answer.cookies }).toEqual({
      status: 403,
      json: { error: expect.stringContaining('PUBLIC_ORIGINS'), code: 'origin.foreign' },
      cookies: [],
    });
  });

  it('opens no socket', async () => {
    const socket = gateway.socket({ ...ann, ...own });
    expect(await next(socket, 'connect_error')).toBeInstanceOf(Error);
  });
});

describe('an unsupported method', () => {
  it.each([
    ['GET', '/api/user/login', 'POST'],
    ['PUT', '/api/user/login', 'POST'],
    ['TRACE', '/api/user/login', 'POST'],
    ['OPTIONS', '/api/user/login', 'POST'],
    ['DELETE', '/api/user/session', 'GET, HEAD'],
    ['POST', '/api/user/getUser/Bob', 'GET, HEAD'],
    // An id could be there, if it were valid.
    ['GET', '/api/community/create', 'POST'],
    ['GET', '/api/chat/createChat', 'POST'],
    ['POST', `/api/community/${questionId}/people`, 'GET, HEAD'],
    ['POST', '/health/ready', 'GET, HEAD'],
    ['GET', '/user/login', 'POST'],
  ])('%s %s gets the supported ones', async (method, path, allow) => {
    const { status, headers, json } = await gateway.send(path, { method });
    expect({ status, allow: headers['allow'], json }).toEqual({
      status: 405,
      allow,
      json: { error: 'This address does not support this method.', code: 'method.unknown' },
    });
  });

  it.each([
    ['POST', '/api/user/nothing'],
    ['DELETE', '/api/community/members/add/x'],
    ['PUT', '/nothing'],
  ])('%s %s matches no route', async (method, path) => {
    expect((await gateway.send(path, { method })).status).toBe(404);
  });
});

describe('input that never becomes a request', () => {
  /** The answer to raw bytes; the connection is closed then. */
  const answerTo = (text: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const { hostname, port } = new URL(gateway.origin);
      const socket = connect(Number(port), hostname, () => socket.write(text));
      let answer = '';
      socket.on('data', (chunk) => (answer += chunk.toString()));
      socket.on('error', reject).on('close', () => resolve(answer));
    });

  const post = 'POST /api/user/login HTTP/1.1\r\nhost: localhost\r\n';

  it.each([
    ['text that is not HTTP', 'Good morning\r\n\r\n', 400, 'request.invalid'],
    ['headers that are too long', `GET / HTTP/1.1\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`, 413, 'request.tooLarge'],
    // A proxy in front of us could split these into other requests than we do.
    [
      'both Content-Length and chunks',
      `${post}content-length: 4\r\ntransfer-encoding: chunked\r\n\r\n`,
      400,
      'request.invalid',
    ],
    ['two values of Content-Length', `${post}content-length: 4\r\ncontent-length: 5\r\n\r\n`, 400, 'request.invalid'],
    [
      'chunked, but not as the last encoding',
      `${post}transfer-encoding: chunked, gzip\r\n\r\n`,
      400,
      'request.invalid',
    ],
    ['an invalid Content-Length', `${post}content-length: +4\r\n\r\n`, 400, 'request.invalid'],
    ['a header folded over two lines', `${post}x: a\r\n b: c\r\n\r\n`, 400, 'request.invalid'],
    ['lines that end in LF only', `${post.replaceAll('\r', '')}content-length: 0\n\n`, 400, 'request.invalid'],
  ])('%s', async (_, text, status, expected) => {
    const [head = '', body = ''] = (await answerTo(text)).split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    for (const [name, value] of Object.entries(plain)) expect(head.split('\r\n')).toContain(`${name}: ${value}`);
    expect(JSON.parse(body)).toEqual({ error: expect.any(String), code: expected });
  });

  it('two Host headers', async () => {
    const hosts = 'host: localhost\r\nHost: localhost\r\nconnection: close';
    const answer = await answerTo(`GET /api/user/providers HTTP/1.1\r\n${hosts}\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1.1 400 /);
    expect(answer).toContain('"code":"request.invalid"');
  });

  it('a body that is too slow is cut off after its half minute, and a second at most', async () => {
    const server = gateway.app.getHttpServer() as Server & { connectionsCheckingInterval: number };
    expect(server).toMatchObject({
      requestTimeout: 600_000,
      headersTimeout: 30_000,
      connectionsCheckingInterval: 1_000,
    });
    server.headersTimeout = 100;
    const head = 'POST /api/user/login HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n';
    const answer = await answerTo(`${head}content-length: 100\r\n\r\n{`);
    server.headersTimeout = 30_000;
    expect(answer).toMatch(/^HTTP\/1.1 408 /);
    expect(answer).toContain('"code":"request.slow"');
  });
});

describe('the documentation', () => {
  it('is a page without scripts of its own', async () => {
    const { text } = await gateway.send('/docs');
    expect(text).toContain('<script src="./docs/swagger-ui-bundle.js">');
    expect(text).not.toMatch(/<script>|<script [^>]*>[^<\s]/);
  });

  it('[T-9] describes what sockets send and get', async () => {
    const { json } = await gateway.send('/docs/asyncapi.json');
    const { asyncapi, operations, channels } = json as {
      asyncapi: string;
      operations: Record<string, { action: string }>;
      channels: { socket: { messages: Record<string, object> } };
    };
    expect(asyncapi).toBe('3.0.0');
    const named = (action: string): string[] =>
      Object.keys(operations).filter((name) => operations[name]?.action === action);
    expect(named('receive')).toEqual(['joinChat', 'leaveChat', 'joinGame', 'leaveGame', 'makeMove', 'watchOnline']);
    expect(named('send')).toEqual(expect.arrayContaining(['questionUpdate', 'gameUpdate', 'notification']));
    expect(Object.keys(channels.socket.messages)).toEqual([...Object.keys(operations), 'acknowledgement']);
    const references = JSON.stringify(json).matchAll(/"#\/components\/schemas\/(\w+)"/g);
    const { schemas } = (json as { components: { schemas: object } }).components;
    for (const [, name] of references) expect(schemas).toHaveProperty(String(name));
  });

  it('[T-9] lists each call once, below /api, with its answers', async () => {
    const document = (await gateway.send('/docs-json')).json as { paths: Record<string, Record<string, object>> };
    const paths = Object.keys(document.paths);
    expect(paths.filter((path) => !/^\/(api|auth|health)\//.test(path))).toEqual([]);
    expect(paths).toEqual(
      expect.arrayContaining([
        '/api/answer/addAnswer',
        '/api/deleteNotification/{username}/{notificationId}',
        '/api/games/claim',
        '/api/games/create',
        '/api/games/game/{gameID}',
        '/api/games/games',
        '/api/games/invite',
        '/api/games/join',
        '/api/games/leaderboard',
        '/api/games/leave',
        '/api/games/mine',
        '/api/games/rematch',
        '/api/games/wins',
        '/api/getNotifications/{username}',
        '/api/notifications/markRead',
        '/api/notifications/preferences',
        '/api/notifications/unread',
        '/api/question/addQuestion',
        '/api/question/getQuestion',
        '/api/question/getQuestionById/{id}',
        '/api/user/getUser/{username}',
        '/api/user/getUsers',
        '/api/user/login',
        '/api/user/logout',
        '/api/user/refresh',
        '/api/user/session',
        '/api/user/signup',
        '/health/ready',
      ]),
    );
    for (const path of paths.filter((each) => each.startsWith('/api/'))) {
      for (const call of Object.values(document.paths[path] ?? {})) expect(call).toHaveProperty(['responses', '200']);
    }
  });
});

it('/health/ready says that a database is damaged', async () => {
  gateway.standIns.answer({ 'qa.health': () => ({ ready: false, damaged: true }) });
  const { status, json } = await gateway.send('/health/ready');
  gateway.standIns.answer({ 'qa.health': () => ({ ready: true }) });
  expect([status, json]).toEqual([
    503,
    expect.objectContaining({ error: messages.damagedDatabase, code: 'database.damaged' }),
  ]);
});

it('[CA-70] /health/ready reports a service that is down', async () => {
  await gateway.standIns.close('qa');
  const answer = await gateway.send('/health/ready');
  expect(answer.status).toBe(503);
  expect(answer.json).toMatchObject({ ready: false, parts: { identity: true, qa: false, sessions: true } });
  gateway.standIns.open('qa');
  const parts = Object.fromEntries([...sources, 'sessions'].map((part) => [part, true]));
  expect((await gateway.send('/health/ready')).json).toEqual({ ready: true, parts });
});

it('a proxy that nobody configured is warned of, once', async () => {
  const lines: string[] = [];
  const log = { write: (line: string) => lines.push(line) };
  const warnings = () => lines.filter((line) => line.includes('TRUSTED_PROXIES'));
  const forwarded = { 'x-forwarded-for': '192.0.2.7' };
  const unaware = await RunningGateway.start({}, { log });
  await unaware.send('/');
  expect(warnings()).toEqual([]);
  for (const path of ['/', list]) await unaware.send(path, { headers: forwarded });
  await unaware.stop();
  expect(warnings()).toEqual([expect.stringContaining('X-Forwarded-For from 127.0.0.1 is ignored')]);
  expect(JSON.parse(warnings()[0] ?? '{}')).toMatchObject({ level: 40 });
  lines.length = 0;
  const aware = await RunningGateway.start({ TRUSTED_PROXIES: '127.0.0.1' }, { log });
  await aware.send('/', { headers: forwarded });
  await aware.stop();
  expect(warnings()).toEqual([]);
});

it('an idle connection is kept for longer than proxies reuse it', async () => {
  const agent = new Agent({ keepAlive: true });
  const promised = new Promise<unknown>((resolve, reject) => {
    const sent = httpRequest(gateway.origin, { path: '/health/live', agent });
    sent.on('error', reject).on('response', (response) => {
      response.resume().on('end', () => resolve(response.headers['keep-alive']));
    });
    sent.end();
  });
  const [, seconds] = /^timeout=(\d+)$/.exec(String(await promised)) ?? [];
  expect(Number(seconds)).toBeGreaterThan(60);
  agent.destroy();
});

it('stopping finishes requests in flight, and waits for no kept-alive connection', async () => {
  const stopping = await RunningGateway.start();
  const { cookie } = await stopping.signIn();
  let begun = (): void => undefined;
  let finish = (): void => undefined;
  const running = new Promise<void>((resolve) => (begun = resolve));
  const held = new Promise<void>((resolve) => (finish = resolve));
  stopping.standIns.answer({
    'identity.getUsers': async () => {
      begun();
      await held;
      return { rows: [], total: 0, next: null };
    },
  });
  const agent = new Agent({ keepAlive: true });
  const answered = new Promise<unknown>((resolve, reject) => {
    const sent = httpRequest(stopping.origin, {
      path: '/api/user/getUsers',
      headers: stopping.named({ cookie }),
      agent,
    });
    sent.on('error', reject).on('response', (response) => {
      response.resume().on('end', () => resolve([response.statusCode, response.headers.connection]));
    });
    sent.end();
  });
  await running;
  const stopped = stopping.stop();
  const server = stopping.app.getHttpServer() as Server; // Fastify's, over HTTP/1.1
  await until('new requests are refused', () => !server.listening);
  finish();
  expect(await answered).toEqual([200, 'close']);
  await stopped;
  await expect(stopping.send('/health/live')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  agent.destroy();
});
